-- Articles that questions are answered from, and what finds articles and the catalogue.

create table articles (
  -- One question with its answer.
  shop_id        text collate "C" not null,
  id             text collate "C" not null,
  product_id     text collate "C",                 -- the product that it is about
  data           jsonb not null,
  embedded_by    text collate "C",                 -- the model that made the vectors of its present text
  embed_at       timestamptz(3) default timestamptz '1970-01-01 00:00:00+00', -- when they are to be made; null: they are made
  embed_attempts smallint not null default 0,
  updated_at     timestamptz(3) not null,
  constraint articles_pk primary key (shop_id, id),
  constraint articles_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index articles_product on articles (shop_id, product_id);
create index articles_embedding on articles (shop_id, embed_at) where embed_at is not null;
-- Empty where there is no embedding model; walked once by a process that has another one.
create index articles_embedded_by on articles (embedded_by, shop_id) where embedded_by is not null;

create table article_vectors (
  -- What an embedding model makes of one passage of an article (decision 82): a direction. Read only by its article.
  shop_id    text collate "C" not null,
  article_id text collate "C" not null,
  n          integer not null,                     -- which passage; 0 is its question
  model      text collate "C" not null,
  vector     bytea not null,                       -- each number a byte from -127 to 127
  constraint article_vectors_pk primary key (shop_id, article_id, n),
  constraint article_vectors_article foreign key (shop_id, article_id)
    references articles (shop_id, id) on delete cascade
);

-- Full-text search of articles, products, collections and discounts, by equality alone: behind row-level security no
-- text-search operator may use an index (docs/decisions/0009-exact-token-search.md). Words are made by base/search-tokenizer.ts.

create table search_postings (
  -- One stem in one record.
  shop_id text collate "C" not null,
  kind    text collate "C" not null,               -- a letter: a article, p product, c collection, d discount
  token   text collate "C" not null,               -- the stem
  id      text collate "C" not null,               -- the record
  weight  real not null,
  -- the weight goes along, so that a search reads the index alone
  constraint search_postings_pk primary key (shop_id, kind, token, id) include (weight)
);

create table spelling_index (
  -- One word of a store under one spelling: itself, or with one letter left out. A misspelt word meets the one that was
  -- meant under a spelling that both have.
  shop_id text collate "C" not null,
  part    text collate "C" not null,               -- the spelling
  word    text collate "C" not null,
  constraint spelling_index_pk primary key (shop_id, part, word)
);
