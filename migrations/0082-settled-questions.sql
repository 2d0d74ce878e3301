-- Questions without an answer that somebody has settled: much the same ones are settled with the one that stands for them.
alter table ai_decisions add column settled_with text collate "C"; -- the id of that one
create index ai_decisions_settled on ai_decisions (shop_id, settled_with) where settled_with is not null;
