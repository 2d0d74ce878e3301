-- Products and discounts of replies that are sent later.
alter table scheduled_replies add column cards json not null default '[]'; -- [{kind, id}], read from the catalogue when it is sent
