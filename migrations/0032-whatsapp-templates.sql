-- WhatsApp's message templates: what Meta lists of an account, and the template that a message is sent as.
alter table channel_accounts add column business_id text collate "C";   -- of a WhatsApp number: the ID of its WhatsApp Business Account
alter table channel_accounts add column templates_at timestamptz(3);    -- when its templates were listed last; null: never
create index channel_accounts_business on channel_accounts (business_id) where business_id is not null;

alter table channel_outbound add column template json;                  -- name, language and parameters, as Meta takes them; null: text or files

create table channel_templates (
  shop_id    text collate "C" not null,
  account_id text collate "C" not null,
  name       text collate "C" not null,
  language   text collate "C" not null,
  status     text collate "C" not null,           -- Meta's word, such as APPROVED
  category   text collate "C" not null,           -- Meta's word, such as UTILITY
  content    json not null,                       -- texts, buttons and placeholders (channels/meta/templates.ts)
  constraint channel_templates_pk primary key (shop_id, account_id, name, language),
  constraint channel_templates_account foreign key (shop_id, account_id) references channel_accounts (shop_id, id) on delete cascade
);
