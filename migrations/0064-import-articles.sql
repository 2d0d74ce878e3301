-- Imports of help articles from the inbox's settings: what was read from where, and what came of it.
create table article_imports (
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  -- {kind, …}: what was asked for, without passwords and tokens
  request    json not null,
  member_id  text collate "C" not null,            -- who began it
  state      text collate "C" not null
    constraint article_imports_state check (state in ('running', 'done', 'failed', 'cancelled', 'interrupted')),
  started_at timestamptz(3) not null,
  beat_at    timestamptz(3) not null,              -- when the process that reads it last said so
  ended_at   timestamptz(3),
  found      integer,                              -- articles there; null: the source does not say
  counts     json not null,                        -- {created, updated, unchanged, kept, failed}
  problems   json not null,                        -- [{from, reason}], the first of them
  constraint article_imports_pk primary key (shop_id, id),
  constraint article_imports_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
-- One at a time.
create unique index article_imports_running on article_imports (shop_id) where state = 'running';
-- Articles by where they were read.
create index articles_source on articles (shop_id, (source->>'from')) where source is not null;
