-- The looks over all stores go by time; a claim of one store's pulls passes over the entries of others without reading
-- their rows.
drop index connections_pulls;
create index connections_pulls on connections (pulls_at, shop_id) where pulls_at is not null;
