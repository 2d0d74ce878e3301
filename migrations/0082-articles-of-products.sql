-- Most articles are about no product. With these in the index, the planner of a database without statistics read all of a
-- store's articles through it.
drop index articles_product;
create index articles_product on articles (shop_id, product_id) where product_id is not null;
