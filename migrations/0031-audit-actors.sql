-- The audit log tells of every door: whoever runs the service, API keys and assistants change a store too.
alter table audit_log alter column member_id drop not null;
alter table audit_log add column actor text not null default 'member';  -- member, operator, api_key, assistant, subscription
