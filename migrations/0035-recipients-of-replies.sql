-- Recipients of a mail that has more than the customer as its recipient: {to, cc, bcc}. Null: the thread's recipient alone.
alter table channel_outbound add column recipients json;
-- Recipients that a member chose for a scheduled reply, with `accountId` of a chosen mailbox. Null: those of any reply.
alter table scheduled_replies add column email json;
