-- Conversations that members put aside until a time, or until their customer writes.

alter table conversations add column snoozed_until timestamptz(3);
alter table conversations add column snoozed_by text collate "C";   -- the member who did it
alter table conversations add column returned_at timestamptz(3);    -- its time came; until somebody takes care of it

-- The open views leave snoozed ones out: they are skipped by inside the index, as in migrations/0021.
drop index conversations_open;
create index conversations_open on conversations
  (shop_id, active_key desc, id desc, member_id, is_chat_bot, channel, is_read, snoozed_until)
  where status = 'open' and datastore = 'postgresql' and not is_playground;
drop index conversations_assigned;
create index conversations_assigned on conversations
  (shop_id, member_id, active_key desc, id desc, status, is_read, snoozed_until)
  where datastore = 'postgresql' and not is_playground and member_id is not null;
create index conversations_snoozed on conversations (shop_id, active_key desc, id desc, member_id)
  where snoozed_until is not null and datastore = 'postgresql' and not is_playground;
-- Those that came back stand first in members' lists: few, for each is there until somebody takes care of it.
create index conversations_returned on conversations (shop_id, returned_at desc, id desc)
  where returned_at is not null and datastore = 'postgresql' and not is_playground;
-- Without the store first: one look finds what is due in all stores, however many there are.
create index conversations_snooze_due on conversations (snoozed_until, shop_id) where snoozed_until is not null;

alter table notifications drop constraint notifications_kind;
alter table notifications add constraint notifications_kind check (kind in ('mention', 'assignment', 'return'));
