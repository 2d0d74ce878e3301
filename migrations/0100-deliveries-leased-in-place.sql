-- Who holds a delivery, and until when, is in no index: so a claim changes the row alone, where its page has room for
-- another version of it. Moving next_at, as claims did, wrote four index entries a delivery.

alter table webhook_deliveries add column leased_until timestamptz(3); -- null or past: nobody holds it
alter table webhook_deliveries set (fillfactor = 50);
-- What a dispatcher of an older version holds is due again when next_at comes, as it was.
