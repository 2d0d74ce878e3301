-- Slack: a channel where what customers write is posted, and whose threads members answer in.

create table slack_connections (
  -- The one channel that a store has connected.
  shop_id      text collate "C" not null,
  team_id      text collate "C" not null,          -- Slack's workspace
  team_name    text not null,
  channel_id   text collate "C" not null,
  secret       text not null,                      -- encrypted: the bot's token and the app's signing secret
  state        text collate "C" not null default 'connected' constraint slack_connections_state check (state in ('connected', 'broken')),
  last_error   text,                               -- why it is broken, for people
  connected_at timestamptz(3) not null,
  constraint slack_connections_pk primary key (shop_id),
  constraint slack_connections_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table slack_threads (
  -- The thread of a conversation in the connected channel.
  shop_id         text collate "C" not null,
  conversation_id text collate "C" not null,
  channel_id      text collate "C" not null,
  thread_ts       text collate "C" not null,       -- the first message's id in its channel, Slack's name for a thread
  constraint slack_threads_pk primary key (shop_id, conversation_id),
  constraint slack_threads_thread unique (shop_id, channel_id, thread_ts),
  constraint slack_threads_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);

create table slack_jobs (
  -- A customer's message on its way to Slack, or a member's reply on its way from there; deleted once it is done.
  shop_id         text collate "C" not null,
  conversation_id text collate "C" not null,
  id              text collate "C" not null,       -- in order; of a reply, its id in Slack: a repeated event is one job
  kind            text collate "C" not null constraint slack_jobs_kind check (kind in ('post', 'reply')),
  message_id      text collate "C",                -- of a post
  reply           jsonb,                           -- {user, text, ts} of a reply
  due_at          timestamptz(3) not null,
  lease           text collate "C",
  attempts        smallint not null default 0,
  constraint slack_jobs_pk primary key (shop_id, conversation_id, id),
  constraint slack_jobs_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index slack_jobs_due on slack_jobs (shop_id, due_at);
