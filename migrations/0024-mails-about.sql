-- Which conversations a waiting mail of the service's own tells of: when one of them is redacted or deleted, it does not leave.
alter table outgoing_emails add column conversation_ids text[] collate "C" not null default '{}';
