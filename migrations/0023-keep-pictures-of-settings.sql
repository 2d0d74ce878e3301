-- Pictures that a store's settings show: the widget's logo and header, and those of campaigns. No message carries them, so
-- the clean-up of unsent files has to know them.

-- Whether the store's settings name the file. Kept up to date when settings are saved.
alter table uploads add column is_in_settings boolean not null default false;

create index uploads_in_settings on uploads (shop_id) where is_in_settings;
drop index uploads_orphans;
create index uploads_orphans on uploads (shop_id, created_at) where conversation_id is null and not is_in_settings;
