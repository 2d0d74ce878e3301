-- Spam: conversations that stay out of the team's lists, and senders whose new conversations are spam.
alter table conversations
  add column status_before_spam text collate "C"   -- the status that "not spam" restores; null: it is not spam
    constraint conversations_status_before_spam check (status_before_spam in ('open', 'resolved'));
create index conversations_spam on conversations (shop_id, active_key, id) where status_before_spam is not null;

create table spam_senders (
  -- An address or a domain whose mail begins conversations that are spam.
  shop_id    text collate "C" not null,
  sender     text collate "C" not null,            -- in lowercase: name@shop.example, or shop.example
  created_at timestamptz(3) not null,
  constraint spam_senders_pk primary key (shop_id, sender),
  constraint spam_senders_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
