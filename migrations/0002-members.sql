-- Members of a store's team: how they sign in, and what they keep for themselves or for all.
-- email_key is the address in lower case, made by the application so that case folds alike on every server.

create table members (
  -- One person of a store's team.
  shop_id          text collate "C" not null,
  id               text collate "C" not null,
  email            text not null,
  email_key        text collate "C" not null,
  first_name       text,
  last_name        text,
  full_name        text not null,
  avatar_url       text not null default '',
  role             text not null default 'member' constraint members_role check (role in ('admin', 'member')),
  active           boolean not null default true,
  enable_away_mode boolean,
  password_hash    text,                                   -- null: cannot sign in by a password
  capacity         integer,                                -- most open conversations at once; null for any
  languages        text[] collate "C" not null default '{}', -- that they speak with customers
  created_at       timestamptz(3) not null,
  constraint members_pk primary key (shop_id, id),
  constraint members_email unique (shop_id, email_key),
  constraint members_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table sessions (
  -- One sign-in of a member in one browser.
  shop_id            text collate "C" not null,
  id                 text collate "C" not null,
  member_id          text collate "C" not null,
  token_hash         text collate "C" not null,
  user_agent         text not null,
  ip_address         text not null,
  created_at         timestamptz(3) not null,
  last_seen_at       timestamptz(3) not null,    -- kept to some minutes, not to each request
  reauthenticated_at timestamptz(3) not null,    -- when the member last gave the password: making credentials asks for it again after a while
  constraint sessions_pk primary key (shop_id, id),
  constraint sessions_token unique (shop_id, token_hash),
  constraint sessions_member foreign key (shop_id, member_id) references members (shop_id, id) on delete cascade
);
create index sessions_member on sessions (shop_id, member_id);

create table member_invites_and_resets (
  -- One link that an admin hands over: an invitation for an address, or a new password for a member. It works once.
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  kind       text not null constraint member_invites_and_resets_kind check (kind in ('invitation', 'password')),
  token_hash text collate "C" not null,
  email      text not null,
  email_key  text collate "C" not null,
  role       text not null constraint member_invites_and_resets_role check (role in ('admin', 'member')),
  member_id  text collate "C",                   -- whose password; null for an invitation
  created_by text collate "C" not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  constraint member_invites_and_resets_pk primary key (shop_id, id),
  constraint member_invites_and_resets_token unique (shop_id, token_hash),
  constraint member_invites_and_resets_member foreign key (shop_id, member_id)
    references members (shop_id, id) on delete cascade,
  constraint member_invites_and_resets_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table second_factors (
  -- A member's second factor. The secret has to be kept as it is, for codes are computed from it.
  shop_id         text collate "C" not null,
  member_id       text collate "C" not null,
  secret          text not null,
  confirmed_at    timestamptz(3),                -- null: it does not count yet
  last_step       bigint not null default 0,     -- a code works once
  recovery_hashes text[] not null default '{}',
  constraint second_factors_pk primary key (shop_id, member_id),
  constraint second_factors_member foreign key (shop_id, member_id) references members (shop_id, id) on delete cascade
);

create table trusted_browsers (
  -- A browser that a member has signed in with: somebody who guesses passwords elsewhere does not keep them out.
  shop_id    text collate "C" not null,
  token_hash text collate "C" not null,          -- of a cookie that outlives the session
  member_id  text collate "C" not null,
  created_at timestamptz(3) not null,
  seen_at    timestamptz(3) not null,
  constraint trusted_browsers_pk primary key (shop_id, token_hash),
  constraint trusted_browsers_member foreign key (shop_id, member_id) references members (shop_id, id) on delete cascade
);
create index trusted_browsers_member on trusted_browsers (shop_id, member_id, seen_at desc);

create table canned_replies (
  -- One text behind a shortcut, a member's own or the store's. It may do more than say something.
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  member_id  text collate "C",                   -- whose own it is; null for the whole store's
  shortcut   text collate "C" not null,          -- typed after a slash; in lower case
  text       text not null,
  actions    jsonb not null default '{}',        -- done once it is sent: tags, an assignee, an end, a snooze
  updated_by text collate "C",
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint canned_replies_pk primary key (shop_id, id),
  constraint canned_replies_shortcut unique nulls not distinct (shop_id, shortcut, member_id),
  constraint canned_replies_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table saved_views (
  -- One list of conversations that members keep under a name, for themselves or for the store.
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  member_id  text collate "C",                   -- whose own it is; null for the whole store's
  name       text not null,
  filters    jsonb not null,
  position   integer not null,                   -- among those of the same owner
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint saved_views_pk primary key (shop_id, id),
  constraint saved_views_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index saved_views_of on saved_views (shop_id, member_id, position);
