-- Members search orders by their numbers as customers write them: in either case.
alter table orders add column number_key text collate "C" generated always as (lower(id)) stored;
create index orders_number on orders (shop_id, number_key);
