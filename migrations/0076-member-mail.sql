-- Mail to members who are away: what they want of it, and what they may have missed.

create table member_mail (
  -- Whoever has no row gets mail of mentions and of conversations that they were given, at any hour.
  shop_id     text collate "C" not null,
  member_id   text collate "C" not null,
  wants       text collate "C" not null constraint member_mail_wants check (wants in ('off', 'mentions', 'all')),
  quiet_from  smallint,                           -- minutes of the day; null: mail at any hour
  quiet_until smallint,
  time_zone   text not null,                      -- as the IANA names it
  constraint member_mail_pk primary key (shop_id, member_id),
  constraint member_mail_member foreign key (shop_id, member_id) references members (shop_id, id) on delete cascade
);

create table missed_news (
  -- What a member may have missed: looked at some minutes after the first of it, and all of it then in one mail.
  shop_id         text collate "C" not null,
  member_id       text collate "C" not null,
  conversation_id text collate "C" not null,
  kind            text collate "C" not null
    constraint missed_news_kind check (kind in ('mention', 'assignment', 'return', 'reply')),
  since           timestamptz(3) not null,        -- in quiet hours: their end
  constraint missed_news_pk primary key (shop_id, member_id, conversation_id, kind),
  constraint missed_news_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index missed_news_since on missed_news (shop_id, since);
create index missed_news_of_conversation on missed_news (shop_id, conversation_id);
