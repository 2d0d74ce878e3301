-- Rules have a turn when a reply-time target is missed: one row a conversation, with the id 'missed', due then.
alter table rule_work drop constraint rule_work_kind;
alter table rule_work add constraint rule_work_kind check (kind in ('created', 'message', 'tag', 'missed'));
