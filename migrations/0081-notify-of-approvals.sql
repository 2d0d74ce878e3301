-- `approval`: an action that the AI agent prepared waits for a member.
alter table notifications drop constraint notifications_kind;
alter table notifications add constraint notifications_kind
  check (kind in ('mention', 'assignment', 'return', 'held', 'missed', 'approval'));
alter table member_digest_queue drop constraint member_digest_queue_kind;
alter table member_digest_queue add constraint member_digest_queue_kind
  check (kind in ('mention', 'assignment', 'return', 'reply', 'held', 'missed', 'unassigned', 'approval'));
alter table push_outbox drop constraint push_outbox_kind;
alter table push_outbox add constraint push_outbox_kind
  check (kind in ('mention', 'assignment', 'return', 'reply', 'held', 'missed', 'unassigned', 'approval'));
