-- Mail: how our own door finds a store, who reads a mailbox, and brakes.

set local app.shop_id = '*';

alter table shop_directory drop constraint shop_directory_kind;
alter table shop_directory add constraint shop_directory_kind check (
  kind in ('app_id', 'api_key', 'webhook_secret', 'member_email', 'channel_account', 'mail_account', 'mail_store'));

-- `mail_account`: the id of a mailbox's account. `mail_store`: the store's key in signed addresses.
insert into shop_directory (shop_id, kind, lookup, ref_id)
  select shop_id, 'mail_account', id, id from channel_accounts where channel = 'email' and state <> 'disconnected'
  on conflict do nothing;
insert into shop_directory (shop_id, kind, lookup, ref_id)
  select distinct shop_id, 'mail_store', left(encode(sha256(convert_to(shop_id, 'UTF8')), 'hex'), 14), null
  from channel_accounts where channel = 'email'
  on conflict do nothing;

-- A mailbox is read by one process at a time.
alter table channel_accounts
  add column reads_mailbox boolean not null default false, -- it has a server to read mail from
  add column reader uuid,
  add column reader_until timestamptz(3);
create index channel_accounts_mailboxes on channel_accounts (shop_id, id) where reads_mailbox;

create index channel_messages_received on channel_messages (shop_id, account_id, created_at) where direction = 'in';
