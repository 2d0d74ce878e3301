-- Assistants that an admin grants access by OAuth: the programs as they describe themselves, and what each was granted.

create table assistant_clients (
  -- A program that may ask for access: registered by itself, or described by a document at the address that is its id.
  shop_id       text collate "C" not null,
  id            text collate "C" not null,
  name          text not null,
  redirect_uris text[] not null,
  fresh_until   timestamptz(3),                  -- of a document: until then it is not read again
  is_used       boolean not null default false,  -- an admin granted it access at least once
  created_at    timestamptz(3) not null,
  expires_at    timestamptz(3) not null,
  constraint assistant_clients_pk primary key (shop_id, id),
  constraint assistant_clients_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index assistant_clients_old on assistant_clients (shop_id, expires_at);

create table assistant_grants (
  -- One consent, and the one family of tokens that follows from it. All tokens are kept as SHA-256 hashes.
  shop_id           text collate "C" not null,
  id                text collate "C" not null,
  client_id         text collate "C" not null,
  client_name       text not null,
  redirect_uri      text not null,
  member_id         text collate "C" not null,   -- the admin who allowed it; the grant ends with their rights
  created_at        timestamptz(3) not null,
  code_hash         text collate "C" not null,
  code_challenge    text not null,
  code_expires_at   timestamptz(3) not null,
  connected_at      timestamptz(3),              -- when the code was exchanged
  family_hash       text collate "C",            -- what all refresh tokens of the grant begin with
  refresh_hash      text collate "C",            -- the one refresh token that works
  access_hash       text collate "C",
  access_expires_at timestamptz(3),
  last_used_at      timestamptz(3),              -- kept to some minutes, not to each request
  expires_at        timestamptz(3) not null,
  constraint assistant_grants_pk primary key (shop_id, id),
  constraint assistant_grants_code unique (shop_id, code_hash),
  constraint assistant_grants_family unique (shop_id, family_hash),
  constraint assistant_grants_access unique (shop_id, access_hash),
  constraint assistant_grants_member foreign key (shop_id, member_id) references members (shop_id, id) on delete cascade
);
create index assistant_grants_member on assistant_grants (shop_id, member_id);
create index assistant_grants_old on assistant_grants (shop_id, expires_at);
