-- Sign-in through an issuer of OpenID Connect: the operator's, or a store's own.

create table single_sign_on (
  -- How a store uses single sign-on. No row: by the operator's issuer alone, for members who are there or invited.
  shop_id         text collate "C" not null,
  issuer          text collate "C",                -- the store's own; null: the operator's
  client_id       text,
  client_secret   text,                            -- encrypted
  name            text,                            -- on the button of the sign-in page
  is_only         boolean not null default false,  -- members get in no other way
  allowed_domains json not null default '[]',      -- whose addresses become members: [{domain, role}]
  group_claim     text not null default 'groups',  -- claim of the ID token that lists a member's groups
  groups          json not null default '[]',      -- what a group gives: [{group, role, teamId}]
  updated_at      timestamptz(3) not null,
  constraint single_sign_on_pk primary key (shop_id),
  constraint single_sign_on_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table member_identities (
  -- One account at an issuer that a member signs in with. An issuer and a subject are never another person's.
  shop_id      text collate "C" not null,
  issuer       text collate "C" not null,
  subject      text collate "C" not null,
  member_id    text collate "C" not null,
  email        text not null,                      -- the address by which it was linked; later ones change nothing
  created_at   timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  constraint member_identities_pk primary key (shop_id, issuer, subject),
  constraint member_identities_once unique (shop_id, issuer, member_id), -- a second account takes nobody's place
  constraint member_identities_member foreign key (shop_id, member_id)
    references members (shop_id, id) on delete cascade
);
create index member_identities_of on member_identities (shop_id, member_id);

alter table sessions
  add column signed_in_by text not null default 'password' -- 'link': an invitation; 'recovery': the operator's link
    constraint sessions_signed_in_by check (signed_in_by in ('password', 'link', 'recovery', 'single_sign_on', 'passkey')),
  add column issuer text collate "C",              -- of a single sign-on,
  add column subject text collate "C",             --   the account at it,
  add column issuer_session text collate "C",      --   its session there (`sid`),
  add column id_token text;                        --   and the encrypted token that signs out there
create index sessions_issuer on sessions (issuer, subject) where issuer is not null;

alter table member_invites_and_resets add column by_operator boolean not null default false;

create table used_sign_in_states (
  -- One state that a browser came back from an issuer with: it works once. Of no store: on Citus it stays on the coordinator.
  state_hash text collate "C" not null,
  expires_at timestamptz(3) not null,
  constraint used_sign_in_states_pk primary key (state_hash)
);

create table waiting_sign_ins (
  -- One account proven at an issuer, whose owner has yet to choose a store or to give a code. As used_sign_in_states of no store.
  token_hash text collate "C" not null,            -- of the browser's cookie
  identity   text not null,                        -- encrypted
  expires_at timestamptz(3) not null,
  constraint waiting_sign_ins_pk primary key (token_hash)
);
