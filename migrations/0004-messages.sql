-- Messages. `position` numbers a conversation's messages in the order they were committed: the writer holds the
-- conversation's row, so positions have no ties and a page starts at any of them at the same cost.
-- `wire` is the list form (spec 2.3, 18 keys), kept as in conversations.

create function message_wire(
  id text, text_ text, sender_name text, member_id text, is_admin boolean, is_automated boolean, is_bot boolean,
  is_note boolean, is_first boolean, is_transfer boolean, is_quick_reply_msg boolean, is_ask_bot_message boolean,
  topic text, chatbot_products json, chatbot_faqs json, files json, reply_message json, created_at timestamptz
) returns text
  language plpgsql immutable parallel safe as $$
begin
  return (
    select to_json(r)::text from (
      select id as "id", text_ as "text", sender_name as "senderName", member_id as "memberId", is_admin as "isAdmin",
        is_automated as "isAutomated", is_bot as "isBot", is_note as "isNote", is_first as "isFirst",
        is_transfer as "isTransfer", is_quick_reply_msg as "isQuickReplyMsg", is_ask_bot_message as "isAskBotMessage",
        topic as "topic", chatbot_products as "chatbotProducts", chatbot_faqs as "chatbotFaqs", files as "files",
        reply_message as "replyMessage", wire_time(created_at) as "createdAt"
    ) r
  );
end $$;

create table messages (
  shop_id            text collate "C" not null,
  conversation_id    text collate "C" not null,
  position           bigint not null,
  id                 text collate "C" not null,
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
  reply_message      json,                         -- json, not jsonb: given back as it came
  created_at         timestamptz(3) not null,
  wire               text generated always as (message_wire(
    id, text, sender_name, member_id, is_admin, is_automated, is_bot, is_note, is_first, is_transfer,
    is_quick_reply_msg, is_ask_bot_message, topic, chatbot_products, chatbot_faqs, files, reply_message, created_at)) stored,
  constraint messages_pk primary key (shop_id, conversation_id, position),
  constraint messages_id unique (shop_id, id, conversation_id),
  constraint messages_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
