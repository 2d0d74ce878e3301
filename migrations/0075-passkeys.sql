-- Passkeys of members (WebAuthn): a way in alone, and a second factor after the password.

create table passkeys (
  shop_id       text collate "C" not null,
  id            text collate "C" not null,
  member_id     text collate "C" not null,
  credential_id text collate "C" not null,           -- in base64url, as the authenticator made it
  public_key    text not null,                       -- COSE, in base64url
  counter       bigint not null,                     -- signatures that the authenticator has counted; 0: it counts none
  transports    text[] collate "C" not null,         -- how browsers reach the authenticator
  name          text not null,
  is_synced     boolean not null,                    -- kept by a password manager on several devices
  created_at    timestamptz(3) not null,
  last_used_at  timestamptz(3),
  constraint passkeys_pk primary key (shop_id, id),
  constraint passkeys_credential unique (shop_id, credential_id),
  constraint passkeys_member foreign key (shop_id, member_id) references members (shop_id, id) on delete cascade
);
create index passkeys_of on passkeys (shop_id, member_id);

create table passkey_challenges (
  -- One challenge that a browser has been given: it works once. As used_sign_in_states of no store.
  challenge_hash text collate "C" not null,
  bound_to       text collate "C" not null,          -- hash of its purpose, and of the browser's cookie or the session
  expires_at     timestamptz(3) not null,
  constraint passkey_challenges_pk primary key (challenge_hash)
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- passkey: the id of a credential, which is of one member of one store.
alter table shop_directory drop constraint shop_directory_kind;
alter table shop_directory add constraint shop_directory_kind check (
  kind in ('app_id', 'api_key', 'webhook_secret', 'member_email', 'channel_account', 'mail_account', 'mail_store',
    'connection', 'help_handle', 'help_domain', 'oidc_subject', 'invitation_email', 'passkey'));
