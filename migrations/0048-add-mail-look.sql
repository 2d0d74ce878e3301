-- The look of a store's mails.
alter table shops add column mail_look json; -- {logoUrl, color, footer}, each null or a text; null: plain mails
