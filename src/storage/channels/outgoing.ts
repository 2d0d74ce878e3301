import type { FormatRange } from '#base/formatting.ts'
import type { Queries } from '#database/database.ts'
import type { AttachedFile } from '../files/files.ts'
import type { StoredMailLook } from '../stores/stores.ts'
import { type AccountRow, type Credentials, openCredentials } from './accounts.ts'
import type { Forward, MailRecipients } from './outbound.ts'

/** All that it takes to send a message. */
export interface OutgoingRow {
  text: string
  formatting: FormatRange[] | null
  senderName: string
  senderType: 'customer' | 'agent' | 'bot' | 'system'
  files: AttachedFile[]
  recipient: string
  subject: string | null
  /** Recipients of a mail that has more than the customer as its recipient. */
  recipients: MailRecipients | null
  /** Signature of the member who wrote it; if there is none, the mailbox's. */
  signature: string | null
  storeName: string
  mailLook: StoredMailLook | null
  account: AccountRow
  credentials: Credentials
  /** What the provider calls the conversation's last messages, oldest first; of mail alone. */
  answers: string[]
  /** What is forwarded instead of the message; null for none. */
  forward: Forward | null
}

type FoundRow = Omit<OutgoingRow, 'account' | 'credentials'> & Omit<AccountRow, 'id'> & { secret: string }

/** Read in one statement; undefined for a message that was deleted, or whose account has no credentials any more. */
export async function findOutgoing(
  shop: Queries,
  { messageId, conversationId, accountId }: { messageId: string; conversationId: string; accountId: string },
  answersMax: number,
): Promise<OutgoingRow | undefined> {
  const [row] = await shop.query<FoundRow>(
    `select m.text, m.formatting, m.sender_name, m.sender_type, m.files, coalesce(t.recipient, '') as recipient, t.subject, o.recipients, o.forward, s.name as store_name, s.mail_look,
       coalesce(
         (select g.text from email_signatures g where g.shop_id = $1 and g.kind = 'member' and g.owner_id = m.member_id),
         (select g.text from email_signatures g where g.shop_id = $1 and g.kind = 'mailbox' and g.owner_id = a.id)) as signature,
       a.channel, a.name, a.address, a.external_id, a.business_id, a.is_trusted, a.is_verified, a.state, a.send_error,
       a.reads_mailbox, a.receive_error, a.sign_in_provider, a.needs_sign_in, a.created_at, a.secret,
       array(select l.external_id from (
         select c.external_id, c.created_at from channel_messages c
         where c.shop_id = $1 and c.conversation_id = $3 and a.channel = 'email' and c.external_id like '<%'
           -- Forwarded mails and their answers are no part of the customer's thread.
           and not exists (select from messages n where n.shop_id = $1 and n.id = c.message_id
             and n.conversation_id = c.conversation_id and n.is_note and n.sender_type = 'agent')
         order by c.created_at desc, c.external_id desc limit $5) l order by l.created_at, l.external_id) as answers
     from messages m
     join channel_outbound o on o.shop_id = $1 and o.message_id = m.id
     left join channel_threads t on t.shop_id = $1 and t.conversation_id = m.conversation_id
     join channel_accounts a on a.shop_id = $1 and a.id = $4
     join shops s on s.shop_id = $1
     where m.shop_id = $1 and m.id = $2 and m.conversation_id = $3 and not m.is_deleted and a.secret is not null`,
    [messageId, conversationId, accountId, answersMax],
  )
  if (!row) return undefined
  const {
    secret,
    text,
    formatting,
    senderName,
    senderType,
    files,
    recipient,
    subject,
    recipients,
    forward,
    signature,
    storeName,
    mailLook,
    answers,
    ...rest
  } = row
  const account = { id: accountId, ...rest }
  const credentials = openCredentials(shop, accountId, secret)
  return {
    text,
    formatting,
    senderName,
    senderType,
    files,
    recipient,
    subject,
    recipients,
    forward,
    signature,
    storeName,
    mailLook,
    answers,
    account,
    credentials,
  }
}
