-- Whether a mailbox is read, and whether mail leaves by it, are two things: one that breaks does not stop the other.

alter table channel_accounts add column receive_error text; -- why its mailbox is not read any more, for people; null: it is

-- Mailboxes that were stopped as a whole because they could not be read: they send, and can be read once they are mended.
set local app.shop_id = '*';
update channel_accounts set state = 'connected', last_error = null, receive_error = last_error
  where channel = 'email' and state = 'broken' and reads_mailbox and last_error ~ 'IMAP server';
