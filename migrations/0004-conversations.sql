-- Conversations and what hangs on them.

-- The list form of a conversation (spec 2.2: 27 keys) as ready JSON, kept by the database whenever the row changes: reading
-- a page is sending what is stored (docs/decisions/0003-rendered-json-columns.md). Evaluated for every row that is written, so it is
-- an expression without a query in it, which PostgreSQL evaluates directly. Declared immutable because it is so for
-- these inputs: UTC, and patterns without a locale.
create function conversation_json(
  shop_id text, id text, firestore_id text, pg_convo_id bigint, session_id text, contact_id text,
  customer_name text, customer_email text, customer_type text, status text,
  is_chat_bot boolean, has_chat_bot boolean, is_read boolean, is_customer_read boolean, is_online boolean,
  is_block boolean, is_starred boolean, has_first_msg boolean, hide_pre_chat_message text, member_id text,
  channels text[], tags text[], message_count integer, last_message json,
  last_active timestamptz, created_at timestamptz, updated_at timestamptz, is_redacted boolean
) returns text
  language plpgsql immutable parallel safe as $$
begin
  return '{"id":' || coalesce(to_json(id)::text, 'null')
    || ',"firestoreId":' || coalesce(to_json(firestore_id)::text, 'null')
    || ',"pgConvoId":' || coalesce(to_json(pg_convo_id::text)::text, 'null')
    || ',"shopId":' || coalesce(to_json(shop_id)::text, 'null')
    || ',"sessionId":' || coalesce(to_json(session_id)::text, 'null')
    || ',"customerUuid":' || coalesce(to_json(contact_id)::text, 'null')
    || ',"customerName":' || coalesce(to_json(customer_name)::text, 'null')
    || ',"customerEmail":' || coalesce(to_json(customer_email)::text, 'null')
    || ',"customerType":' || coalesce(to_json(customer_type)::text, 'null')
    || ',"status":' || coalesce(to_json(status)::text, 'null')
    || ',"isChatBot":' || coalesce(is_chat_bot::text, 'null')
    || ',"hasChatBot":' || coalesce(has_chat_bot::text, 'null')
    || ',"isRead":' || coalesce(is_read::text, 'null')
    || ',"isCustomerRead":' || coalesce(is_customer_read::text, 'null')
    || ',"isOnline":' || coalesce(is_online::text, 'null')
    || ',"isBlock":' || coalesce(is_block::text, 'null')
    || ',"isStarred":' || coalesce(is_starred::text, 'null')
    || ',"hasFirstMsg":' || coalesce(has_first_msg::text, 'null')
    || ',"hidePreChatMessage":' || coalesce(to_json(hide_pre_chat_message)::text, 'null')
    || ',"memberId":' || coalesce(to_json(member_id)::text, 'null')
    || ',"channels":' || coalesce(to_json(channels)::text, 'null')
    || ',"tags":' || coalesce(to_json(tags)::text, 'null')
    || ',"messageCount":' || coalesce(message_count::text, 'null')
    || ',"lastMessage":' || coalesce(last_message::text, 'null')
    || ',"lastActive":' || coalesce('"' || to_char(last_active at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null')
    || ',"createdAt":' || coalesce('"' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null')
    || ',"updatedAt":' || coalesce('"' || to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null')
    || case when is_redacted then ',"isRedacted":true}' else '}' end;
end $$;

create table conversations (
  -- One conversation of the store with a contact.
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
  channel               text collate "C" not null,   -- where the conversation takes place
  channels              text[] not null,
  tags                  text[] not null default '{}', -- in their order; conversation_tags is what finds them
  member_id             text collate "C",            -- who has it
  team_id               text collate "C",            -- may name a team that is deleted already: then it is with no team, and a worker empties the column
  is_chat_bot           boolean not null default false, -- the AI agent has it
  has_chat_bot          boolean not null default false,
  is_read               boolean not null default false, -- the team has read everything
  is_customer_read      boolean not null default false, -- and so has the customer
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
  -- Counts the conversation's changes (docs/decisions/0010-resume-sockets-from-revisions.md): a new message takes the next number as its
  -- position, an edit or a deletion takes it as the message's revision.
  last_position         bigint not null default 0,
  -- How far each side has read, as a revision. Where a side has read everything (is_read, is_customer_read), that counts.
  agent_position        bigint not null default 0,
  customer_position     bigint not null default 0,
  first_reply_by        text collate "C",            -- the member who replied first, '' where the reply names none; null: nobody has
  resolved_at           timestamptz(3),
  resolved_by           text collate "C",            -- a member; null for keys, assistants, the AI agent
  snoozed_until         timestamptz(3),              -- put aside until then, or until its customer writes
  snoozed_by            text collate "C",            -- the member who did it
  returned_at           timestamptz(3),              -- when its snooze ended; until somebody takes care of it
  has_scheduled         boolean not null default false, -- there may be scheduled replies: customers' messages look for them only then
  merged_into           text collate "C",            -- the conversation of the same contact that stays: it gets what is said from then on (decision 78)
  merged_at             timestamptz(3),
  merged_count          integer not null default 0,  -- how many were merged into it
  priority              text collate "C" not null default 'normal'
    constraint conversations_priority check (priority in ('urgent', 'high', 'normal', 'low')),
  -- The clock of reply-time targets (docs/decisions/0063-sla-clock-columns.md).
  awaiting_reply_since  timestamptz(3),              -- its customer waits for the team
  awaiting_reply_kind   text collate "C"             -- for which reply of the team
    constraint conversations_awaiting_reply_kind check (awaiting_reply_kind in ('first_reply', 'next_reply')),
  reply_miss_notified   boolean not null default false, -- members were notified that this wait has lasted too long
  resolve_clock_started_at timestamptz(3),           -- the time to resolve runs
  resolve_clock_seconds integer not null default 0,  -- how long it ran before it was last snoozed
  resolve_miss_notified boolean not null default false, -- members were notified that it should have been resolved by now
  due_at                timestamptz(3),              -- when the next target is missed
  due_for               text collate "C"             -- which target that is
    constraint conversations_due_for check (due_for in ('first_reply', 'next_reply', 'resolve')),
  last_active           timestamptz(3),
  created_at            timestamptz(3),
  updated_at            timestamptz(3),
  active_key            timestamptz generated always as (coalesce(last_active, '-infinity'::timestamptz)) stored, -- what lists are ordered by
  rendered_json         text generated always as (conversation_json(
    shop_id, id, firestore_id, pg_convo_id, session_id, contact_id, customer_name, customer_email, customer_type, status,
    is_chat_bot, has_chat_bot, is_read, is_customer_read, is_online, is_block, is_starred, has_first_msg,
    hide_pre_chat_message, member_id, channels, tags, message_count, last_message,
    last_active, created_at, updated_at, is_redacted)) stored,
  constraint conversations_pk primary key (shop_id, id),
  constraint conversations_firestore_id unique (shop_id, firestore_id),
  constraint conversations_pg_convo_id unique (shop_id, pg_convo_id),
  constraint conversations_contact foreign key (shop_id, contact_id) references contacts (shop_id, id)
);
-- The list (spec 4.1.1). In this index and others, the trailing columns are never searched by order: they let a page with
-- rare filters skip entries inside the index instead of reading each row.
create index conversations_list on conversations
  (shop_id, active_key desc, id desc, status, channel, is_read, member_id)
  where datastore = 'postgresql' and not is_playground;
create index conversations_contact on conversations (shop_id, contact_id, active_key desc, id desc);
create index conversations_email on conversations (shop_id, email_key, active_key desc, id desc) where email_key is not null;
create index conversations_playground on conversations (shop_id, active_key desc, id desc) where is_playground;
create index conversations_legacy on conversations (shop_id, id) where datastore = 'firestore';
-- Views of the inbox. A view that most conversations are not in has an index of its own: without one, a page of it is
-- searched for through all of the store's conversations. The open views leave snoozed conversations out.
create index conversations_starred on conversations
  (shop_id, active_key desc, id desc, status, member_id)
  where is_starred and datastore = 'postgresql' and not is_playground;
create index conversations_assigned on conversations
  (shop_id, member_id, active_key desc, id desc, status, is_read, snoozed_until)
  where datastore = 'postgresql' and not is_playground and member_id is not null;
-- Returned conversations stand first in members' lists: few, for each stays there until somebody takes care of it.
create index conversations_returned on conversations (shop_id, returned_at desc, id desc)
  where returned_at is not null and datastore = 'postgresql' and not is_playground;
-- Time first: one look finds what is due in all stores, however many there are.
create index conversations_snooze_due on conversations (snoozed_until, shop_id) where snoozed_until is not null;
-- What was resolved when, for the backlog of reports.
create index conversations_resolved on conversations (shop_id, resolved_at)
  where resolved_at is not null and datastore = 'postgresql' and not is_playground;
-- The Snoozed view has the one first that comes back first.
create index conversations_snoozed on conversations (shop_id, snoozed_until, id, member_id)
  where snoozed_until is not null and datastore = 'postgresql' and not is_playground;
create index conversations_team on conversations
  (shop_id, team_id, active_key desc, id desc, status, member_id, is_read, snoozed_until)
  where datastore = 'postgresql' and not is_playground and team_id is not null;
-- What a team has to give out, waiting longest first.
create index conversations_team_waiting on conversations (shop_id, team_id, active_key, id)
  where team_id is not null and member_id is null and status = 'open' and not is_chat_bot and snoozed_until is null;
create index conversations_merged on conversations (shop_id, merged_into, merged_at) where merged_into is not null;
-- What the AI agent has, resolved ones too: a part of a store's conversations.
create index conversations_ai on conversations (shop_id, active_key desc, id desc, status, member_id, is_read, snoozed_until)
  where is_chat_bot and datastore = 'postgresql' and not is_playground;
create index conversations_open on conversations
  (shop_id, active_key desc, id desc, member_id, is_chat_bot, channel, is_read, snoozed_until, team_id)
  where status = 'open' and datastore = 'postgresql' and not is_playground;
-- What is due, soonest first; only stores with targets have any of it.
create index conversations_due on conversations (shop_id, due_at, id, member_id, team_id)
  where due_at is not null and datastore = 'postgresql' and not is_playground;
create index conversations_prioritized on conversations (shop_id, priority, active_key desc, id desc)
  where priority <> 'normal' and datastore = 'postgresql' and not is_playground;
-- What reports count: all that began in a span is put in order inside the index, where few of it are wanted.
create index conversations_created on conversations
  (shop_id, created_at, active_key, id, returned_at, status, channel, has_chat_bot, first_reply_by)
  where datastore = 'postgresql' and not is_playground;
-- Lists of one channel: those of online_store are most of a store's in nearly every store, and are found by the list's own
-- index; the others are found here, however rare they are. So messages of the widget pay nothing for it.
create index conversations_channel on conversations (shop_id, channel, active_key desc, id desc)
  where channel <> 'online_store' and datastore = 'postgresql' and not is_playground;

create table conversation_tags (
  -- One tag on one conversation: the tag filter's index. conversations.tags keeps their order.
  shop_id         text collate "C" not null,
  tag             text collate "C" not null,
  conversation_id text collate "C" not null,
  constraint conversation_tags_pk primary key (shop_id, tag, conversation_id),
  constraint conversation_tags_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index conversation_tags_conversation on conversation_tags (shop_id, conversation_id);

create table tags (
  -- One tag of the store's catalog: every tag ever used.
  shop_id    text collate "C" not null,
  name       text collate "C" not null,
  created_at timestamptz(3) not null,
  constraint tags_pk primary key (shop_id, name),
  constraint tags_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table conversation_notes (
  -- One note of a conversation's checklist.
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
  -- One named value of a conversation.
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
-- The few that were rated with one value.
create index conversation_attributes_rating on conversation_attributes (shop_id, value, conversation_id)
  where name = 'Rating' and value in ('1', '2', '3', '4', '5');

create table conversation_summaries (
  -- What a conversation was about, in some sentences.
  shop_id         text collate "C" not null,
  conversation_id text collate "C" not null,
  text            text not null,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  constraint conversation_summaries_pk primary key (shop_id, conversation_id),
  constraint conversation_summaries_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
