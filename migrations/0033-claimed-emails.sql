-- When a contact's address was told by a browser: nobody has proven that it is theirs. Null for one that the shop brought.
alter table contacts add column email_claimed_at timestamptz(3);
-- Addresses of contacts that a browser made: those without an id at the shop.
set local app.shop_id = '*';
update contacts c set email_claimed_at = c.created_at
 where c.email is not null and c.platform_id is null
   and exists (select 1 from visitors v where v.shop_id = c.shop_id and v.contact_id = c.id and v.email = c.email);
