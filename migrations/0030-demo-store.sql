-- Which store the demo shop sells for: the one that the first start made to look around in.

alter table shops add column is_demo boolean not null default false;
create index shops_demo on shops (created_at) where is_demo;
