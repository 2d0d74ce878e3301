-- Replies that members wrote to be sent later.

create table scheduled_replies (
  shop_id          text collate "C" not null,
  id               text collate "C" not null,
  conversation_id  text collate "C" not null,
  member_id        text collate "C" not null,      -- in whose name it is sent
  text             text not null,
  send_at          timestamptz(3) not null,
  cancels_on_reply boolean not null,               -- when the customer writes first: gone, else held
  held_because     text collate "C" constraint scheduled_replies_held check (held_because in ('customer_wrote', 'refused')),
  refusal          text,                           -- why it could not be sent
  due_at           timestamptz(3),                 -- when a worker looks: to send it, or to tell its author that it is held
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  constraint scheduled_replies_pk primary key (shop_id, id),
  constraint scheduled_replies_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index scheduled_replies_due on scheduled_replies (shop_id, due_at) where due_at is not null;
create index scheduled_replies_of on scheduled_replies (shop_id, conversation_id, send_at);

-- Whether there may be any: customers' messages look for them only where there are.
alter table conversations add column has_scheduled boolean not null default false;

-- The Snoozed view has the one first that comes back first.
drop index conversations_snoozed;
create index conversations_snoozed on conversations (shop_id, snoozed_until, id, member_id)
  where snoozed_until is not null and datastore = 'postgresql' and not is_playground;

alter table notifications drop constraint notifications_kind;
alter table notifications add constraint notifications_kind check (kind in ('mention', 'assignment', 'return', 'held'));
alter table missed_news drop constraint missed_news_kind;
alter table missed_news add constraint missed_news_kind check (kind in ('mention', 'assignment', 'return', 'reply', 'held'));
