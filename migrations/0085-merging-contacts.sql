-- Contacts that members put together: one stays, and the other's row stays with where it went (decision 78).
alter table contacts add column merged_into text collate "C";
create index contacts_merged on contacts (shop_id, merged_into) where merged_into is not null;

create table merges (
  -- What undoing one needs; deleted once it cannot be undone any more, and with whom it is about.
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  source_id  text collate "C" not null,           -- the contact that went
  target_id  text collate "C" not null,           -- the one that stays
  member_id  text collate "C",                    -- who did it
  undo       jsonb not null,
  undo_until timestamptz(3) not null,
  created_at timestamptz(3) not null,
  constraint merges_pk primary key (shop_id, id),
  constraint merges_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index merges_of_source on merges (shop_id, source_id);
create index merges_of_target on merges (shop_id, target_id);
create index merges_age on merges (shop_id, undo_until);
