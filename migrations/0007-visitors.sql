-- Shoppers' browsers, and what shops' pages report of them.

create table visitors (
  -- One browser that talks to one store. Its token is 256 random bits, so a plain hash hides it.
  shop_id         text collate "C" not null,
  id              text collate "C" not null,
  token_hash      text collate "C" not null,
  contact_id      text collate "C",               -- from the first message, or a verified identity
  external_id     text collate "C",               -- the shop's id of the customer who is signed in, once it was verified
  email           text,                           -- what the visitor or the shop says: not verified
  name            text,
  phone           text,
  attributes      json not null default '{}',
  conversation_attributes json not null default '{}', -- kept until there is a conversation
  pre_chat_done   boolean not null default false, -- has answered the form before the chat
  hide_pre_chat_message text not null default '',
  locale          text,
  ip_address      text,
  user_agent      text,
  session_id      text collate "C" not null,
  reset_at        timestamptz(3),                 -- earlier conversations are not continued
  ended_at        timestamptz(3),                 -- logged out: the token no longer counts
  created_at      timestamptz(3) not null,
  seen_at         timestamptz(3) not null,
  constraint visitors_pk primary key (shop_id, id),
  constraint visitors_token unique (shop_id, token_hash),
  constraint visitors_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index visitors_contact on visitors (shop_id, contact_id) where contact_id is not null;
create index visitors_age on visitors (shop_id, seen_at);

create table page_views (
  -- One page that a browsing session viewed; read for 24 hours, 50 newest (spec 4.1.8).
  shop_id    text collate "C" not null,
  session_id text collate "C" not null,
  id         text collate "C" not null,
  url        text not null,
  title      text not null,
  viewed_at  timestamptz(3) not null,
  constraint page_views_pk primary key (shop_id, session_id, id),
  constraint page_views_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index page_views_newest on page_views (shop_id, session_id, viewed_at desc, id desc);
create index page_views_age on page_views (shop_id, viewed_at);

create table page_context (
  -- One kind of what the shop's page says of a session: shop, product, cart, order, context. Not trusted; shown to the team.
  shop_id    text collate "C" not null,
  session_id text collate "C" not null,
  kind       text collate "C" not null,
  data       json not null,
  updated_at timestamptz(3) not null,
  constraint page_context_pk primary key (shop_id, session_id, kind),
  constraint page_context_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index page_context_age on page_context (shop_id, updated_at);

create table tracked_events (
  -- One event that the shop's page reported of a session: the team's timeline.
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
  -- One secret that a shop signs its customers' ids with. Kept, encrypted, as it is: checking a signature needs it.
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  secret     text not null,
  created_at timestamptz(3) not null,
  constraint identity_secrets_pk primary key (shop_id, id),
  constraint identity_secrets_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table campaign_counts (
  -- How many shoppers saw and followed one campaign on one day. Who they were is not kept.
  shop_id      text collate "C" not null,
  campaign_key text collate "C" not null,
  day          timestamptz(3) not null,           -- when it begins, in UTC
  shown        integer not null default 0,
  clicked      integer not null default 0,
  constraint campaign_counts_pk primary key (shop_id, campaign_key, day),
  constraint campaign_counts_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index campaign_counts_age on campaign_counts (shop_id, day);
