-- What members are told of, on browsers that they chose (decision 81).

create table push_browsers (
  -- A browser is one sign-in: whatever ends that, ends what is sent to it.
  shop_id       text collate "C" not null,
  session_id    text collate "C" not null,
  member_id     text collate "C" not null,
  endpoint      text not null,                    -- at the browser's push service
  endpoint_hash text collate "C" not null,
  p256dh        text not null,                    -- what is sent is encrypted for it: the browser's key
  auth          text not null,                    --   and what it shares with us
  server_key    text collate "C" not null,        -- the public key of ours that it takes pushes of
  created_at    timestamptz(3) not null,
  constraint push_browsers_pk primary key (shop_id, session_id),
  constraint push_browsers_session foreign key (shop_id, session_id)
    references sessions (shop_id, id) on delete cascade
);
create index push_browsers_of_member on push_browsers (shop_id, member_id);
create index push_browsers_endpoint on push_browsers (shop_id, endpoint_hash);

create table pushes (
  -- What is to be sent: once for each browser, conversation and kind, however often it happened meanwhile. Of no browser
  -- by a key: an act in a conversation would wait for, or fail at, one that signs out right then.
  shop_id         text collate "C" not null,
  session_id      text collate "C" not null,
  conversation_id text collate "C" not null,
  kind            text collate "C" not null
    constraint pushes_kind check (kind in ('mention', 'assignment', 'return', 'reply', 'held')),
  since           timestamptz(3) not null,
  due_at          timestamptz(3) not null,
  lease           text collate "C",
  attempts        smallint not null default 0,
  constraint pushes_pk primary key (shop_id, session_id, conversation_id, kind),
  constraint pushes_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index pushes_due on pushes (shop_id, due_at);
create index pushes_of_conversation on pushes (shop_id, conversation_id);

create table push_rules (
  -- What pushes of a store may show. No row: everything.
  shop_id    text collate "C" not null,
  hides_text boolean not null,
  constraint push_rules_pk primary key (shop_id),
  constraint push_rules_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

-- Whoever wants pushes alone.
alter table member_mail add column by_mail boolean not null default true;
