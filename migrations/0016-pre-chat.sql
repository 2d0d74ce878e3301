-- Whether a visitor has answered the form before the chat.
alter table visitors add column pre_chat_done boolean not null default false;
