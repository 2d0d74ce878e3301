-- Translations: messages in members' languages, and what members wrote before it was translated for the customer.
alter table messages add column original json;              -- text and language as the member wrote it; null: sent as it was written
alter table scheduled_replies add column original json;     -- as of messages

create table message_translations (
  -- One message in one language.
  shop_id         text collate "C" not null,
  conversation_id text collate "C" not null,
  message_id      text collate "C" not null,
  language        text collate "C" not null,
  digest          text collate "C" not null,                -- md5 of the text that was translated: an edit makes it outdated
  source_language text collate "C",                         -- null: the service that translated did not name it
  text            text,                                     -- null: the message is in that language already
  created_at      timestamptz(3) not null,
  constraint message_translations_pk primary key (shop_id, conversation_id, message_id, language),
  constraint message_translations_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);

create table translated_conversations (
  -- One conversation that one member has translated always.
  shop_id         text collate "C" not null,
  conversation_id text collate "C" not null,
  member_id       text collate "C" not null,
  created_at      timestamptz(3) not null,
  constraint translated_conversations_pk primary key (shop_id, conversation_id, member_id),
  constraint translated_conversations_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
