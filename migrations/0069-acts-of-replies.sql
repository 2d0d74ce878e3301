-- Canned replies may be a member's own, and may do more than say something: tags, an assignee, an end, a snooze.

alter table canned_replies add column member_id text collate "C";           -- whose own it is; null for the whole store's
alter table canned_replies add column acts jsonb not null default '{}';
alter table canned_replies drop constraint canned_replies_shortcut;
alter table canned_replies add constraint canned_replies_shortcut unique nulls not distinct (shop_id, shortcut, member_id);
