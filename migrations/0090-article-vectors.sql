-- What an embedding model makes of articles (decision 82).

alter table articles add column embedded_by text collate "C";                                  -- the model that made the vectors of its present text
alter table articles add column embed_at timestamptz(3) default timestamptz '1970-01-01 00:00:00+00'; -- when they are to be made; null: they are
alter table articles add column embed_attempts smallint not null default 0;
create index articles_embedding on articles (shop_id, embed_at) where embed_at is not null;
-- Empty where there is no such model; walked once by a process that has another one.
create index articles_embedded_by on articles (embedded_by, shop_id) where embedded_by is not null;

create table article_vectors (
  -- One for each passage of an article: a direction, each number a byte from -127 to 127. Read only by its article.
  shop_id    text collate "C" not null,
  article_id text collate "C" not null,
  n          integer not null,             -- 0 is its question
  model      text collate "C" not null,
  vector     bytea not null,
  constraint article_vectors_pk primary key (shop_id, article_id, n),
  constraint article_vectors_article foreign key (shop_id, article_id)
    references articles (shop_id, id) on delete cascade
);
