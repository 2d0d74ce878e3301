-- Conversations and what hangs on them. `wire` is the record's list form (spec 2.2, 27 keys) as ready JSON, kept by
-- the database whenever the row changes: reading a page is sending what is stored (docs/decisions/0003-ready-json.md).

-- Declared immutable because it is so for these inputs: UTC, and a pattern with no locale in it.
create function wire_time(moment timestamptz) returns text
  language plpgsql immutable parallel safe as $$
begin
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
end $$;

create function conversation_wire(
  shop_id text, id text, firestore_id text, pg_convo_id bigint, session_id text, contact_id text,
  customer_name text, customer_email text, customer_type text, status text,
  is_chat_bot boolean, has_chat_bot boolean, is_read boolean, is_customer_read boolean, is_online boolean,
  is_block boolean, is_starred boolean, has_first_msg boolean, hide_pre_chat_message text, member_id text,
  channels text[], tags text[], message_count integer, last_message json,
  last_active timestamptz, created_at timestamptz, updated_at timestamptz, is_redacted boolean
) returns text
  language plpgsql immutable parallel safe as $$
declare
  wire text;
begin
  -- to_json of a row, unlike json_build_object, writes no white space: a seventh less to store and send.
  select to_json(r)::text into wire from (
    select id as "id", firestore_id as "firestoreId", pg_convo_id::text as "pgConvoId", shop_id as "shopId",
      session_id as "sessionId", contact_id as "customerUuid", customer_name as "customerName",
      customer_email as "customerEmail", customer_type as "customerType", status as "status",
      is_chat_bot as "isChatBot", has_chat_bot as "hasChatBot", is_read as "isRead",
      is_customer_read as "isCustomerRead", is_online as "isOnline", is_block as "isBlock", is_starred as "isStarred",
      has_first_msg as "hasFirstMsg", hide_pre_chat_message as "hidePreChatMessage", member_id as "memberId",
      channels as "channels", tags as "tags", message_count as "messageCount", last_message as "lastMessage",
      wire_time(last_active) as "lastActive", wire_time(created_at) as "createdAt", wire_time(updated_at) as "updatedAt"
  ) r;
  if is_redacted then
    wire := left(wire, -1) || ',"isRedacted":true}';
  end if;
  return wire;
end $$;

create table conversations (
  shop_id               text collate "C" not null,
  id                    text collate "C" not null,
  firestore_id          text collate "C",
  pg_convo_id           bigint,
  datastore             text not null default 'postgresql' constraint conversations_datastore check (datastore in ('postgresql', 'firestore')),
  session_id            text collate "C",
  contact_id            text collate "C",
  customer_name         text,
  customer_email        text,
  email_key             text collate "C",
  customer_type         text not null default 'anonymous' constraint conversations_customer_type check (customer_type in ('anonymous', 'guest', 'customer')),
  status                text collate "C" not null default 'open' constraint conversations_status check (status in ('open', 'resolved')),
  channel               text collate "C" not null,
  channels              text[] not null,
  tags                  text[] not null default '{}',
  member_id             text collate "C",
  is_chat_bot           boolean not null default false,
  has_chat_bot          boolean not null default false,
  is_read               boolean not null default false,
  is_customer_read      boolean not null default false,
  is_online             boolean not null default false,
  is_block              boolean not null default false,
  is_starred            boolean not null default false,
  has_first_msg         boolean not null default false,
  is_playground         boolean not null default false,
  is_redacted           boolean not null default false,
  hide_pre_chat_message text not null default '' constraint conversations_pre_chat check (hide_pre_chat_message in ('', 'by-user', 'by-admin')),
  message_count         integer,
  last_message          json,
  last_customer_at      timestamptz(3),              -- when the customer last wrote: opens the messaging window
  last_position         bigint not null default 0,   -- the newest message's place in the thread
  last_active           timestamptz(3),
  created_at            timestamptz(3),
  updated_at            timestamptz(3),
  active_key            timestamptz generated always as (coalesce(last_active, '-infinity'::timestamptz)) stored,
  wire                  text generated always as (conversation_wire(
    shop_id, id, firestore_id, pg_convo_id, session_id, contact_id, customer_name, customer_email, customer_type, status,
    is_chat_bot, has_chat_bot, is_read, is_customer_read, is_online, is_block, is_starred, has_first_msg,
    hide_pre_chat_message, member_id, channels, tags, message_count, last_message,
    last_active, created_at, updated_at, is_redacted)) stored,
  constraint conversations_pk primary key (shop_id, id),
  constraint conversations_firestore_id unique (shop_id, firestore_id),
  constraint conversations_pg_convo_id unique (shop_id, pg_convo_id),
  constraint conversations_contact foreign key (shop_id, contact_id) references contacts (shop_id, id)
);
-- The list (spec 4.1). The trailing columns are never searched by order: they let a page with rare filters skip
-- entries inside the index instead of reading each row.
create index conversations_list on conversations
  (shop_id, active_key desc, id desc, status, channel, is_read, member_id)
  where datastore = 'postgresql' and not is_playground;
create index conversations_contact on conversations (shop_id, contact_id, active_key desc, id desc);
create index conversations_email on conversations (shop_id, email_key, active_key desc, id desc) where email_key is not null;
create index conversations_playground on conversations (shop_id, active_key desc, id desc) where is_playground;
create index conversations_legacy on conversations (shop_id, id) where datastore = 'firestore';

create table conversation_tags (
  -- The tag filter's index: one row for each tag on each conversation. conversations.tags keeps their order.
  shop_id         text collate "C" not null,
  tag             text collate "C" not null,
  conversation_id text collate "C" not null,
  constraint conversation_tags_pk primary key (shop_id, tag, conversation_id),
  constraint conversation_tags_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index conversation_tags_conversation on conversation_tags (shop_id, conversation_id);

create table tags (
  -- The store's catalog: every tag ever used.
  shop_id    text collate "C" not null,
  name       text collate "C" not null,
  created_at timestamptz(3) not null,
  constraint tags_pk primary key (shop_id, name),
  constraint tags_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table conversation_notes (
  shop_id         text collate "C" not null,
  id              text collate "C" not null,
  conversation_id text collate "C" not null,
  text            text not null,
  is_updated      boolean not null default false,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  constraint conversation_notes_pk primary key (shop_id, id),
  constraint conversation_notes_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index conversation_notes_of on conversation_notes (shop_id, conversation_id, created_at, id);

create table conversation_attributes (
  shop_id         text collate "C" not null,
  id              text collate "C" not null,
  conversation_id text collate "C" not null,
  name            text collate "C" not null,
  value           text not null,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  constraint conversation_attributes_pk primary key (shop_id, id),
  constraint conversation_attributes_name unique (shop_id, conversation_id, name),
  constraint conversation_attributes_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);

create table conversation_summaries (
  shop_id         text collate "C" not null,
  conversation_id text collate "C" not null,
  text            text not null,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  constraint conversation_summaries_pk primary key (shop_id, conversation_id),
  constraint conversation_summaries_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);

create table browsed_pages (
  -- Pages a browsing session viewed; read for 24 hours, 50 newest (spec 4.1).
  shop_id    text collate "C" not null,
  session_id text collate "C" not null,
  id         text collate "C" not null,
  url        text not null,
  title      text not null,
  viewed_at  timestamptz(3) not null,
  constraint browsed_pages_pk primary key (shop_id, session_id, id),
  constraint browsed_pages_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index browsed_pages_newest on browsed_pages (shop_id, session_id, viewed_at desc, id desc);
create index browsed_pages_age on browsed_pages (shop_id, viewed_at);
