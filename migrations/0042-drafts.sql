-- Drafts of members, so that each of their browsers has them.
create table drafts (
  -- What one member wrote in one conversation and did not send.
  shop_id         text collate "C" not null,
  member_id       text collate "C" not null,
  conversation_id text collate "C" not null,
  draft           json,                      -- text and what goes with it; null: sent or emptied, which other browsers have to hear
  updated_at      timestamptz(3) not null,
  constraint drafts_pk primary key (shop_id, member_id, conversation_id),
  constraint drafts_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index drafts_conversation on drafts (shop_id, conversation_id);
