-- Guidance of the AI agent: what it does in a situation, as the store's admins write it.
create table ai_guidance (
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  name       text not null,
  is_on      boolean not null,
  position   integer not null,                    -- the first one that matches is followed
  content    jsonb not null,                      -- language, phrases, intents, match, conditions, questions, steps, handOff
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint ai_guidance_pk primary key (shop_id, id),
  constraint ai_guidance_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

-- The guidance whose question the customer is to answer, and the answers so far; null: the AI agent asks nothing. Cleared when
-- the conversation is resolved and when its contact is redacted.
alter table ai_turns add column guidance_run json;
