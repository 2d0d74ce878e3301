-- Full-text search of articles, products, collections and discounts, by equality alone: behind row-level security no
-- text-search operator may use an index (docs/decisions/0009-search.md). Words are made by base/words.ts.

create table search_postings (
  -- One row for each stem in each record. kind is a letter: a article, p product, c collection, d discount.
  shop_id text collate "C" not null,
  kind    text collate "C" not null,
  token   text collate "C" not null,
  id      text collate "C" not null,
  weight  real not null,
  -- the weight goes along, so that a search reads the index alone
  constraint search_postings_pk primary key (shop_id, kind, token, id) include (weight)
);

create table search_words (
  -- Each word of a store under itself and under every spelling with one letter left out: a misspelt word meets the one
  -- that was meant under a spelling that both have.
  shop_id text collate "C" not null,
  part    text collate "C" not null,
  word    text collate "C" not null,
  constraint search_words_pk primary key (shop_id, part, word)
);
