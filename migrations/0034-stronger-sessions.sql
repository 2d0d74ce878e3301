-- When a session's member last proved to know the password: making credentials asks for it again after a while.
alter table sessions add column proven_at timestamptz(3);
set local app.shop_id = '*';
update sessions set proven_at = created_at;
alter table sessions alter column proven_at set not null;

-- Whether a store's members need a second factor before they see anything.
alter table shops add column require_second_factor boolean not null default false;
