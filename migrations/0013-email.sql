-- Mail: the full text of what came in, and the service's own mail to members and to shoppers who left.

create table original_emails (
  -- One mail as it came, for members who want to see all of it: its text with what it quotes, and its markup, cleaned.
  shop_id         text collate "C" not null,
  conversation_id text collate "C" not null,
  message_id      text collate "C" not null,      -- the message that it became
  subject         text,
  sender          text,                           -- as the mail names them
  is_verified     boolean not null,               -- the sender's domain vouches for it
  text            text not null,
  html            text,
  constraint original_emails_pk primary key (shop_id, message_id),
  constraint original_emails_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index original_emails_by_conversation on original_emails (shop_id, conversation_id);

create table outgoing_emails (
  -- One mail of the service's own on its way. Deleted once it has left, or cannot.
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  secret     text not null,                       -- what it says, and to whom, encrypted: it may hold a link that signs in
  due_at     timestamptz(3) not null,             -- while it is being sent: the end of the lease
  lease      uuid,
  attempts   integer not null default 0,
  created_at timestamptz(3) not null,
  constraint outgoing_emails_pk primary key (shop_id, id),
  constraint outgoing_emails_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index outgoing_emails_due on outgoing_emails (shop_id, due_at);

create table unread_reply_emails (
  -- One conversation whose shopper may have left before they were answered: examined some minutes after the first such
  -- reply, and then mailed.
  shop_id         text collate "C" not null,
  conversation_id text collate "C" not null,
  since           timestamptz(3),                 -- when that first reply was; null: nothing to examine
  mailed_position bigint not null default 0,      -- up to which message they have got mail
  constraint unread_reply_emails_pk primary key (shop_id, conversation_id),
  constraint unread_reply_emails_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index unread_reply_emails_since on unread_reply_emails (shop_id, since) where since is not null;

create table mailed_addresses (
  -- One address that only a visitor gave, and that got mail: one of each kind until it answers. Kept for some time after
  -- the last mail or answer.
  shop_id     text collate "C" not null,
  address     text collate "C" not null,          -- SHA-256 of the address in lowercase, in hex
  missed_id   text collate "C",                   -- the last mail about missed replies
  missed_at   timestamptz(3),
  copy_id     text collate "C",                   -- the last copy of a conversation
  copy_at     timestamptz(3),
  answered_at timestamptz(3),                     -- null: nobody there has answered
  used_at     timestamptz(3) not null,            -- the last of these times
  constraint mailed_addresses_pk primary key (shop_id, address),
  constraint mailed_addresses_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index mailed_addresses_used on mailed_addresses (shop_id, used_at);
