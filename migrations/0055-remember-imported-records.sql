-- What was imported from other help desks: a later run adds what is new there, and changes nothing that it has brought before.
create table imported_records (
  -- One record of another help desk, and what it became here. It stays when that is deleted, so that it does not come back.
  shop_id   text collate "C" not null,
  source    text collate "C" not null,  -- the help desk and the account: chatwoot https://chat.example 1
  kind      text collate "C" not null,  -- member, contact, conversation, message, file, faq
  source_id text collate "C" not null,  -- its id there; of a message with its conversation's
  id        text collate "C" not null,  -- its id here
  version   text,                       -- of a conversation: when it had changed there last, in the source's own form
  constraint imported_records_pk primary key (shop_id, source, kind, source_id),
  constraint imported_records_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index imported_records_of on imported_records (shop_id, kind, id);
