-- Shoppers' browsers, and what they tell of themselves.

create table visitors (
  -- One browser that talks to one store. Its token is 256 random bits, so a plain hash hides it.
  shop_id         text collate "C" not null,
  id              text collate "C" not null,
  token_hash      text collate "C" not null,
  contact_id      text collate "C",               -- from the first message, or a verified identity
  external_id     text collate "C",               -- the shop's id of who is signed in, once it was verified
  email           text,                           -- what the visitor or the shop says: not verified
  name            text,
  phone           text,
  attributes      json not null default '{}',
  conversation_attributes json not null default '{}',  -- kept until there is a conversation
  hide_pre_chat_message text not null default '',
  locale          text,
  ip_address      text,
  user_agent      text,
  session_id      text collate "C" not null,
  reset_at        timestamptz(3),                 -- earlier conversations are not gone on with
  ended_at        timestamptz(3),                 -- logged out: the token counts no more
  created_at      timestamptz(3) not null,
  seen_at         timestamptz(3) not null,
  constraint visitors_pk primary key (shop_id, id),
  constraint visitors_token unique (shop_id, token_hash),
  constraint visitors_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index visitors_contact on visitors (shop_id, contact_id) where contact_id is not null;
create index visitors_age on visitors (shop_id, seen_at);

create table session_context (
  -- What the shop's page says of itself: shop, product, cart, order, context. Not trusted; shown to the team.
  shop_id    text collate "C" not null,
  session_id text collate "C" not null,
  kind       text collate "C" not null,
  data       json not null,
  updated_at timestamptz(3) not null,
  constraint session_context_pk primary key (shop_id, session_id, kind),
  constraint session_context_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index session_context_age on session_context (shop_id, updated_at);

create table tracked_events (
  -- What the shop's page tells of: the team's timeline.
  shop_id    text collate "C" not null,
  session_id text collate "C" not null,
  id         text collate "C" not null,
  name       text not null,
  props      json,
  created_at timestamptz(3) not null,
  constraint tracked_events_pk primary key (shop_id, session_id, id),
  constraint tracked_events_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index tracked_events_age on tracked_events (shop_id, created_at);

create table identity_secrets (
  -- What a shop signs its customers' ids with. Kept as they are: checking a signature needs the secret itself.
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  secret     text not null,
  created_at timestamptz(3) not null,
  constraint identity_secrets_pk primary key (shop_id, id),
  constraint identity_secrets_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

alter table contacts add column is_blocked boolean not null default false;
create index contacts_platform on contacts (shop_id, platform_id) where platform_id is not null;
