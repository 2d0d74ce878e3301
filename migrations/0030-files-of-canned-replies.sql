-- Files of canned replies. Each message that uses a reply gets copies, because a file belongs to one message.
alter table canned_replies add column files json not null default '[]'; -- as messages have them
alter table uploads add column canned_reply_id text collate "C";        -- the canned reply that it is kept for
