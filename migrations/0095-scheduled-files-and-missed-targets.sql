-- Files that go with a scheduled reply, as messages have them. Their uploads are the conversation's from then on.
alter table scheduled_replies add column files json not null default '[]';

-- Members are told of a missed reply-time target, once each time that a customer waits, or that a conversation is worked on.

alter table conversations add column wait_told boolean not null default false; -- that this wait has lasted too long
alter table conversations add column work_told boolean not null default false; -- that it should have been resolved by now

alter table notifications drop constraint notifications_kind;
alter table notifications add constraint notifications_kind
  check (kind in ('mention', 'assignment', 'return', 'held', 'missed'));
alter table missed_news drop constraint missed_news_kind;
alter table missed_news add constraint missed_news_kind
  check (kind in ('mention', 'assignment', 'return', 'reply', 'held', 'missed'));
alter table pushes drop constraint pushes_kind;
alter table pushes add constraint pushes_kind
  check (kind in ('mention', 'assignment', 'return', 'reply', 'held', 'missed'));

-- Whoever wants to hear of it where nobody has the conversation.
alter table member_mail add column unassigned_missed boolean not null default false;

-- What was missed before is no news; what is due has a turn at its time, whether a rule waits for it or not.
update conversations set wait_told = due_for <> 'resolve', work_told = due_for = 'resolve' where due_at <= now();
insert into rule_work (shop_id, conversation_id, id, kind, happened_at, due_at)
  select shop_id, id, 'missed', 'missed', due_at, due_at from conversations where due_at > now()
  on conflict (shop_id, conversation_id, id) do nothing;
