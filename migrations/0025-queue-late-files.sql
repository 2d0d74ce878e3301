-- Files of a message that the provider did not give at once: the message is written without them, and they are fetched later.

-- True: the payload is the files of a message that is written already (src/channels/late-files.ts), not what a provider sent.
alter table channel_inbound add column is_files boolean not null default false;
create index channel_inbound_files_due on channel_inbound (shop_id, due_at) where due_at is not null and is_files;
