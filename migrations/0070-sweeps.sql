-- What sweeps over all stores walk (storage/due.ts), so that they cost what waits and not how many stores there are.

drop index channel_outbound_waiting;
create index channel_outbound_waiting on channel_outbound (shop_id, account_id, due_at) where due_at is not null;
-- One a store or so, mostly due later: by time alone.
drop index connections_pulls;
create index connections_pulls on connections (pulls_at) where pulls_at is not null;
drop index channel_accounts_mailboxes;
create index channel_accounts_mailboxes on channel_accounts (reader_until nulls first) where reads_mailbox;
-- Bodies that are emptied some days before their events go.
create index events_bodies on events (shop_id, occurred_at) where body <> '';
-- A process says of all its presences at once that it lives.
create index presence_process on presence (process_id);
