-- Members who leave, and customers who wait for nobody in particular: somebody who can act is notified.

-- Set when a member is deactivated: their open conversations are unassigned in batches, and this is emptied after the last one.
alter table members add column unassign_at timestamptz(3);
create index members_unassign on members (shop_id, unassign_at) where unassign_at is not null;

-- `unassigned`: a customer waits, and no member who is there has the conversation.
alter table member_digest_queue drop constraint member_digest_queue_kind;
alter table member_digest_queue add constraint member_digest_queue_kind
  check (kind in ('mention', 'assignment', 'return', 'reply', 'held', 'missed', 'unassigned'));
alter table push_outbox drop constraint push_outbox_kind;
alter table push_outbox add constraint push_outbox_kind
  check (kind in ('mention', 'assignment', 'return', 'reply', 'held', 'missed', 'unassigned'));
