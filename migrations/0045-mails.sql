-- The service's own mail: to members, and to shoppers who left before they were answered.

create table mails (
  -- Deleted once it has left, or cannot. What it says, and to whom, is encrypted: it may hold a link that signs in.
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  secret     text not null,
  due_at     timestamptz(3) not null,            -- while it is being sent: the end of the lease
  lease      uuid,
  attempts   integer not null default 0,
  created_at timestamptz(3) not null,
  constraint mails_pk primary key (shop_id, id),
  constraint mails_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index mails_due on mails (shop_id, due_at);

create table missed_replies (
  -- A shopper who may have left before they were answered: looked at some minutes after the first such reply.
  shop_id         text collate "C" not null,
  conversation_id text collate "C" not null,
  since           timestamptz(3),                -- null: nothing to look at
  mailed_position bigint not null default 0,     -- what they got by mail already
  constraint missed_replies_pk primary key (shop_id, conversation_id),
  constraint missed_replies_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index missed_replies_since on missed_replies (shop_id, since) where since is not null;
