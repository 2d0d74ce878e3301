-- Conversations of one contact that members put together: what is said from then on goes into the one that stays; the
-- other one keeps its messages and its ids, and is shown where it was merged (decision 78).
alter table conversations add column merged_into text collate "C";
alter table conversations add column merged_at timestamptz(3);
alter table conversations add column merged_count integer not null default 0; -- how many were merged into it
create index conversations_merged on conversations (shop_id, merged_into, merged_at) where merged_into is not null;

alter table merges add column kind text collate "C" not null default 'contact'
  constraint merges_kind check (kind in ('contact', 'conversation'));
