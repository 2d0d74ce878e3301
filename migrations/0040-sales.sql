-- Sales: orders that were placed after a conversation.
alter table shops add column sales_report boolean not null default true;     -- whether the reports count orders
alter table conversations add column campaign_key text collate "C";          -- the campaign that its customer answered; null: none, or before this was kept
alter table orders add column placed_at text collate "C" generated always as (data->>'createdAt') stored; -- an ISO time in UTC
create index orders_placed on orders (shop_id, placed_at);
