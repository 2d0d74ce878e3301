-- What the AI agent is to do about a question, as a member said: a change of articles or settings is tried on these.
create table ai_examples (
  shop_id         text collate "C" not null,
  id              text collate "C" not null,
  question        text not null,
  article_id      text collate "C",                -- the article that answers it; null: the AI agent is not to answer
  conversation_id text collate "C",                -- where a customer asked it; null: a member wrote it
  created_by      text collate "C",                -- the member; null: they are gone
  created_at      timestamptz(3) not null,
  constraint ai_examples_pk primary key (shop_id, id),
  constraint ai_examples_shop foreign key (shop_id) references shops (shop_id) on delete cascade,
  constraint ai_examples_article foreign key (shop_id, article_id) references articles (shop_id, id) on delete cascade,
  constraint ai_examples_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index ai_examples_article on ai_examples (shop_id, article_id) where article_id is not null;
create index ai_examples_conversation on ai_examples (shop_id, conversation_id) where conversation_id is not null;
