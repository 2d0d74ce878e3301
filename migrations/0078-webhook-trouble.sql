-- What admins are shown of a subscription whose deliveries fail, before it is disabled and once it is.
alter table webhook_subscriptions
  add column failing_since timestamptz(3),                 -- the first of the failures since the last answer below 500
  add column failing_attempts integer not null default 0,  -- the most attempts that one delivery has had since then
  add column disabled_at timestamptz(3);                   -- when its failures disabled it; null once it is resumed
