-- Channels that carry messages: accounts, who is at the other end, what is to be sent, and what came in.

create table channel_accounts (
  -- A mailbox, a page, a telephone number. One that was removed keeps its row, for its conversations; its credentials go.
  shop_id       text collate "C" not null,
  id            text collate "C" not null,
  channel       text collate "C" not null
    constraint channel_accounts_channel check (channel in ('email', 'social_messenger', 'photo_social', 'phone_messenger')),
  name          text,
  address       text,                              -- of a mailbox
  external_id   text collate "C" not null,         -- the provider's id; of a mailbox, its address in lowercase
  is_trusted    boolean not null default false,    -- the operator connected it: it may send as any address
  is_verified   boolean not null default true,     -- false: a mailbox that counts once somebody entered the code that was mailed to it
  proof         json,                              -- that code's hash, when it ends and how often a wrong one was entered; null: none is mailed
  secret        text,                              -- its credentials as JSON, encrypted; null once it is removed
  -- Whether mail leaves by a mailbox, and whether it is read, are two things: one that breaks does not stop the other.
  state         text collate "C" not null          -- whether it sends
    constraint channel_accounts_state check (state in ('connected', 'broken', 'disconnected')),
  send_error    text,                              -- why it does not send, for people
  receive_error text,                              -- why its mailbox is not read, for people; null: it is read
  slow_until    timestamptz(3),                    -- the provider asked for a pause
  reads_mailbox boolean not null default false,    -- it has a server to read mail from
  progress      json,                              -- how far its mailbox was read
  lease_owner   uuid,                              -- a mailbox is read by one process at a time: this one,
  leased_until  timestamptz(3),                    --   until then
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null,
  constraint channel_accounts_pk primary key (shop_id, id),
  constraint channel_accounts_external unique (shop_id, channel, external_id),
  constraint channel_accounts_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
-- By time alone: one look finds the mailboxes of all stores that are to be read, however many stores there are.
create index channel_accounts_mailboxes on channel_accounts (leased_until nulls first) where reads_mailbox;

create table channel_identities (
  -- Which contact a provider's id is.
  shop_id     text collate "C" not null,
  account_id  text collate "C" not null,
  external_id text collate "C" not null,
  contact_id  text collate "C" not null,
  created_at  timestamptz(3) not null,
  constraint channel_identities_pk primary key (shop_id, account_id, external_id),
  constraint channel_identities_account foreign key (shop_id, account_id) references channel_accounts (shop_id, id) on delete cascade,
  constraint channel_identities_contact foreign key (shop_id, contact_id) references contacts (shop_id, id) on delete cascade
);
create index channel_identities_by_contact on channel_identities (shop_id, contact_id);

create table channel_threads (
  -- How a conversation's customer is reached.
  shop_id         text collate "C" not null,
  conversation_id text collate "C" not null,
  account_id      text collate "C" not null,
  recipient       text collate "C" not null,      -- the provider's id of the customer, or their address
  subject         text,                           -- of mail
  closed_at       timestamptz(3),                 -- when the provider said that its window is closed; the customer opens it
  constraint channel_threads_pk primary key (shop_id, conversation_id),
  constraint channel_threads_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade,
  constraint channel_threads_account foreign key (shop_id, account_id) references channel_accounts (shop_id, id) on delete cascade
);
create index channel_threads_by_recipient on channel_threads (shop_id, account_id, recipient);

create table channel_messages (
  -- What the provider calls a message, or a part of one: retries, echoes and receipts find theirs, and nothing doubles.
  shop_id         text collate "C" not null,
  account_id      text collate "C" not null,
  external_id     text collate "C" not null,
  conversation_id text collate "C" not null,
  message_id      text collate "C" not null,
  direction       text collate "C" not null constraint channel_messages_direction check (direction in ('in', 'out')),
  created_at      timestamptz(3) not null,
  constraint channel_messages_pk primary key (shop_id, account_id, external_id),
  constraint channel_messages_account foreign key (shop_id, account_id) references channel_accounts (shop_id, id) on delete cascade,
  constraint channel_messages_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index channel_messages_by_conversation on channel_messages (shop_id, conversation_id, created_at);
create index channel_messages_by_external_id on channel_messages (shop_id, external_id);
create index channel_messages_received on channel_messages (shop_id, account_id, created_at) where direction = 'in';

create table channel_outbound (
  -- A message on its way to the customer, and what became of it. Claimed by one worker at a time until `due_at`, which
  -- is then the end of its lease; of a conversation always the earliest first.
  shop_id         text collate "C" not null,
  message_id      text collate "C" not null,
  conversation_id text collate "C" not null,
  account_id      text collate "C" not null,
  position        bigint not null,
  state           text collate "C" not null
    constraint channel_outbound_state check (state in ('waiting', 'sent', 'delivered', 'read', 'failed')),
  error           text,                           -- why it failed, or why it waits; for people
  parts_sent      integer not null default 0,
  may_have_been_sent boolean not null default false, -- the next part may have left: nobody answered
  due_at          timestamptz(3),                 -- null: nothing to do
  lease           uuid,
  attempts        integer not null default 0,     -- of the next part
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  constraint channel_outbound_pk primary key (shop_id, message_id),
  constraint channel_outbound_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade,
  constraint channel_outbound_account foreign key (shop_id, account_id) references channel_accounts (shop_id, id) on delete cascade
);
create index channel_outbound_due on channel_outbound (shop_id, due_at) where due_at is not null;
create index channel_outbound_order on channel_outbound (shop_id, conversation_id, position) where due_at is not null;
create index channel_outbound_waiting on channel_outbound (shop_id, account_id, due_at) where due_at is not null;

create table channel_inbound (
  -- What a provider sent, as it sent it, until it is read. Of one sender always the earliest first.
  shop_id     text collate "C" not null,
  id          uuid not null,
  account_id  text collate "C" not null,
  sender      text collate "C" not null,
  fingerprint text collate "C" not null,          -- of the payload: what is sent twice is kept once
  payload     bytea not null,
  due_at      timestamptz(3),                     -- null: it could not be read
  lease       uuid,
  attempts    integer not null default 0,
  error       text,
  created_at  timestamptz(3) not null,
  constraint channel_inbound_pk primary key (shop_id, id),
  constraint channel_inbound_once unique (shop_id, account_id, fingerprint),
  constraint channel_inbound_account foreign key (shop_id, account_id) references channel_accounts (shop_id, id) on delete cascade
);
create index channel_inbound_due on channel_inbound (shop_id, due_at) where due_at is not null;
create index channel_inbound_order on channel_inbound (shop_id, account_id, sender, id) where due_at is not null;
create index channel_inbound_old on channel_inbound (shop_id, created_at) where due_at is null;
