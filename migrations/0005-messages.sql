-- Messages of conversations, and replies that wait to be sent.

-- The list form of a message (spec 2.3: 18 keys), as conversation_json is that of a conversation.
create function message_json(
  id text, text_ text, sender_name text, member_id text, is_admin boolean, is_automated boolean, is_bot boolean,
  is_note boolean, is_first boolean, is_transfer boolean, is_quick_reply_msg boolean, is_ask_bot_message boolean,
  topic text, chatbot_products json, chatbot_faqs json, files json, reply_message json, created_at timestamptz
) returns text
  language plpgsql immutable parallel safe as $$
begin
  return '{"id":' || coalesce(to_json(id)::text, 'null')
    || ',"text":' || coalesce(to_json(text_)::text, 'null')
    || ',"senderName":' || coalesce(to_json(sender_name)::text, 'null')
    || ',"memberId":' || coalesce(to_json(member_id)::text, 'null')
    || ',"isAdmin":' || coalesce(is_admin::text, 'null')
    || ',"isAutomated":' || coalesce(is_automated::text, 'null')
    || ',"isBot":' || coalesce(is_bot::text, 'null')
    || ',"isNote":' || coalesce(is_note::text, 'null')
    || ',"isFirst":' || coalesce(is_first::text, 'null')
    || ',"isTransfer":' || coalesce(is_transfer::text, 'null')
    || ',"isQuickReplyMsg":' || coalesce(is_quick_reply_msg::text, 'null')
    || ',"isAskBotMessage":' || coalesce(is_ask_bot_message::text, 'null')
    || ',"topic":' || coalesce(to_json(topic)::text, 'null')
    || ',"chatbotProducts":' || coalesce(chatbot_products::text, 'null')
    || ',"chatbotFaqs":' || coalesce(chatbot_faqs::text, 'null')
    || ',"files":' || coalesce(files::text, 'null')
    || ',"replyMessage":' || coalesce(reply_message::text, 'null')
    || ',"createdAt":' || coalesce('"' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null')
    || '}';
end $$;

create table messages (
  -- One message, internal note or transfer line of a conversation.
  shop_id            text collate "C" not null,
  conversation_id    text collate "C" not null,
  -- Numbers a conversation's messages in the order they were committed: the writer holds the conversation's row, so
  -- positions have no ties and a page starts at any of them at the same cost.
  position           bigint not null,
  id                 text collate "C" not null,
  client_id          text collate "C",             -- what the browser called the message when it was written: the same one never makes two
  sender_type        text not null constraint messages_sender_type check (sender_type in ('customer', 'agent', 'bot', 'system')),
  sender_name        text not null default '',
  member_id          text collate "C",
  text               text not null default '',
  content_type       text not null default 'text' constraint messages_content_type check (content_type in ('text', 'file')),
  is_admin           boolean not null default false,
  is_automated       boolean not null default false,
  is_bot             boolean not null default false,
  is_note            boolean not null default false,
  is_first           boolean not null default false,
  is_transfer        boolean not null default false,
  is_quick_reply_msg boolean not null default false,
  is_ask_bot_message boolean not null default false,
  is_deleted         boolean not null default false,
  topic              text,
  chatbot_products   json not null default '[]',
  chatbot_faqs       json not null default '[]',
  files              json not null default '[]',
  reply_message      json,                         -- the message that it answers; json, not jsonb: given back as it came
  revision           bigint,                       -- the conversation's change that last edited or deleted it; null: never, and its position counts
  created_at         timestamptz(3) not null,
  rendered_json      text generated always as (message_json(
    id, text, sender_name, member_id, is_admin, is_automated, is_bot, is_note, is_first, is_transfer,
    is_quick_reply_msg, is_ask_bot_message, topic, chatbot_products, chatbot_faqs, files, reply_message, created_at)) stored,
  constraint messages_pk primary key (shop_id, conversation_id, position),
  constraint messages_id unique (shop_id, id, conversation_id),
  constraint messages_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index messages_changed on messages (shop_id, conversation_id, revision) where revision is not null;
create unique index messages_client_id on messages (shop_id, client_id) where client_id is not null;

create table scheduled_replies (
  -- One reply that a member wrote to be sent later.
  shop_id          text collate "C" not null,
  id               text collate "C" not null,
  conversation_id  text collate "C" not null,
  member_id        text collate "C" not null,      -- in whose name it is sent
  text             text not null,
  files            json not null default '[]',     -- as messages have them; their uploads are the conversation's from then on
  reply_actions    json not null default '{}',     -- what is done to the conversation when it is sent, as along with any reply
  send_at          timestamptz(3) not null,
  cancels_on_reply boolean not null,               -- when the customer writes first: deleted, otherwise held
  held_because     text collate "C" constraint scheduled_replies_held check (held_because in ('customer_wrote', 'refused')),
  refusal          text,                           -- why it could not be sent
  due_at           timestamptz(3),                 -- when a worker acts: sends it, or notifies its author that it is held
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  constraint scheduled_replies_pk primary key (shop_id, id),
  constraint scheduled_replies_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index scheduled_replies_due on scheduled_replies (shop_id, due_at) where due_at is not null;
create index scheduled_replies_of on scheduled_replies (shop_id, conversation_id, send_at);
