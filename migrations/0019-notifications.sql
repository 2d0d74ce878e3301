-- What members are notified of: in the inbox, by mail and on their browsers (decisions 76 and 81).

create table notifications (
  -- One line of a member's notifications. The words stay in the message.
  shop_id         text collate "C" not null,
  member_id       text collate "C" not null,
  id              text collate "C" not null,      -- time-ordered
  kind            text collate "C" not null
    constraint notifications_kind check (kind in ('mention', 'assignment', 'return', 'held', 'missed')),
  conversation_id text collate "C" not null,
  message_id      text collate "C",               -- where the mention is
  actor_id        text collate "C",               -- the member who did it; null for keys, assistants, the AI agent
  created_at      timestamptz(3) not null,
  read_at         timestamptz(3),
  constraint notifications_pk primary key (shop_id, member_id, id),
  constraint notifications_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index notifications_of_conversation on notifications (shop_id, conversation_id);

create table notification_preferences (
  -- What one member wants to be notified of while away. Without a row: by mail, of mentions and of conversations that the
  -- member was given, at any hour.
  shop_id           text collate "C" not null,
  member_id         text collate "C" not null,
  wants             text collate "C" not null
    constraint notification_preferences_wants check (wants in ('off', 'mentions', 'all')),
  by_mail           boolean not null default true, -- false: on browsers alone
  unassigned_missed boolean not null default false, -- of missed reply-time targets too where nobody has the conversation
  quiet_from        smallint,                     -- minutes of the day; null: mail at any hour
  quiet_until       smallint,
  time_zone         text not null,                -- as the IANA names it
  constraint notification_preferences_pk primary key (shop_id, member_id),
  constraint notification_preferences_member foreign key (shop_id, member_id) references members (shop_id, id) on delete cascade
);

create table member_digest_queue (
  -- What one member may have missed: examined some minutes after the first of it, and all of it then in one mail.
  shop_id         text collate "C" not null,
  member_id       text collate "C" not null,
  conversation_id text collate "C" not null,
  kind            text collate "C" not null
    constraint member_digest_queue_kind check (kind in ('mention', 'assignment', 'return', 'reply', 'held', 'missed')),
  since           timestamptz(3) not null,        -- in quiet hours: their end
  constraint member_digest_queue_pk primary key (shop_id, member_id, conversation_id, kind),
  constraint member_digest_queue_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index member_digest_queue_since on member_digest_queue (shop_id, since);
create index member_digest_queue_of_conversation on member_digest_queue (shop_id, conversation_id);

create table push_subscriptions (
  -- One browser that a member chose to get pushes on. It is one sign-in: what ends that, ends what is sent to it.
  shop_id       text collate "C" not null,
  session_id    text collate "C" not null,
  member_id     text collate "C" not null,
  endpoint      text not null,                    -- at the browser's push service
  endpoint_hash text collate "C" not null,
  p256dh        text not null,                    -- what is sent is encrypted for it: the browser's key
  auth          text not null,                    --   and what it shares with us
  server_key    text collate "C" not null,        -- the public key of ours that it takes pushes of
  created_at    timestamptz(3) not null,
  constraint push_subscriptions_pk primary key (shop_id, session_id),
  constraint push_subscriptions_session foreign key (shop_id, session_id)
    references sessions (shop_id, id) on delete cascade
);
create index push_subscriptions_of_member on push_subscriptions (shop_id, member_id);
create index push_subscriptions_endpoint on push_subscriptions (shop_id, endpoint_hash);

create table push_outbox (
  -- A push to be sent: one for each browser, conversation and kind, however often it happened meanwhile. Not bound to the
  -- browser by a key: an act in a conversation would wait for, or fail at, one that signs out right then.
  shop_id         text collate "C" not null,
  session_id      text collate "C" not null,
  conversation_id text collate "C" not null,
  kind            text collate "C" not null
    constraint push_outbox_kind check (kind in ('mention', 'assignment', 'return', 'reply', 'held', 'missed')),
  since           timestamptz(3) not null,        -- when it happened last
  due_at          timestamptz(3) not null,
  lease           text collate "C",
  attempts        smallint not null default 0,
  constraint push_outbox_pk primary key (shop_id, session_id, conversation_id, kind),
  constraint push_outbox_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index push_outbox_due on push_outbox (shop_id, due_at);
create index push_outbox_of_conversation on push_outbox (shop_id, conversation_id);

create table push_settings (
  -- What pushes of a store may show. No row: everything.
  shop_id    text collate "C" not null,
  hides_text boolean not null,
  constraint push_settings_pk primary key (shop_id),
  constraint push_settings_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
