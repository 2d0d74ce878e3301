-- Records that a shop has but shows to nobody, such as drafts and offers that are over: deleted here, and counted where what
-- the shop has is compared with what we know of. Without them such a record hid the loss of another one.

alter table platform_records add column is_hidden boolean not null default false; -- deleted here, but not there
