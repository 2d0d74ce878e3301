-- Templates of WhatsApp in scheduled replies and by rules, and the rating that one asks for.
alter table scheduled_replies add column template json;   -- name, language and parameters; null: the text is sent

alter table rule_jobs drop constraint rule_jobs_kind;
alter table rule_jobs add constraint rule_jobs_kind check (kind in ('created', 'message', 'tag', 'missed', 'resolved'));

create table rating_requests (
  -- One conversation whose customer was asked by a template how it went: their next answer may be a rating.
  shop_id         text collate "C" not null,
  conversation_id text collate "C" not null,
  asked_at        timestamptz(3) not null,
  constraint rating_requests_pk primary key (shop_id, conversation_id),
  constraint rating_requests_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
