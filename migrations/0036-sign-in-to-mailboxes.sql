-- Mailboxes that are signed in to by OAuth: their tokens are in the account's encrypted credentials.
alter table channel_accounts
  add column sign_in_provider text collate "C"     -- whose account the mailbox is signed in with; null: a password
    constraint channel_accounts_sign_in_provider check (sign_in_provider in ('microsoft', 'google')),
  add column needs_sign_in boolean not null default false, -- the provider accepts its refresh token no more: a person signs in again
  add column token_lease uuid,                     -- one process at a time refreshes the tokens: this one,
  add column token_leased_until timestamptz(3);    --   until then

create table mailbox_sign_ins (
  -- One sign-in at a provider that a member began and has not finished. Used once.
  shop_id    text collate "C" not null,
  state_hash text collate "C" not null,            -- SHA-256 of the state in the address that the member was sent to, in hex
  session_id text collate "C" not null,            -- the member's session: no other one finishes it
  request    json not null,                        -- the mailbox: {provider, address, name?}
  verifier   text not null,                        -- of PKCE; worthless without the provider's code and the app's secret
  expires_at timestamptz(3) not null,
  constraint mailbox_sign_ins_pk primary key (shop_id, state_hash),
  constraint mailbox_sign_ins_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
