-- What was resolved when, for the backlog of reports.
create index conversations_resolved on conversations (shop_id, resolved_at)
  where resolved_at is not null and datastore = 'postgresql' and not is_playground;

-- The newest orders of a contact and of an address, however many there are.
drop index orders_contact;
create index orders_contact on orders (shop_id, contact_id, updated_at desc) where contact_id is not null;
drop index orders_email;
create index orders_email on orders (shop_id, email_key, updated_at desc) where email_key is not null;
