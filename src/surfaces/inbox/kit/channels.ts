import type { MailboxSignIn, SignInProvider } from '#channels/email/sign-in/mailbox-sign-in.ts'
import type { Account, AccountCheck, ChannelAbilities, NewAccount } from '#core/channels/accounts.ts'
import type { Shop } from '#database/database.ts'

/** What the inbox asks of the channels themselves. */
export interface ChannelsForMembers {
  abilities: ChannelAbilities
  /** What an admin enters at the provider, and where mail may be forwarded to. */
  meta: {
    messengers: { webhookUrl: string } | null
    sendsMail: boolean
    inboundDomain: string | null
    signInProviders: SignInProvider[]
    baseUrl: string
  }
  /** Connects mailboxes by OAuth. */
  signIn: MailboxSignIn
  /**
   * The account, with the provider's name for it where it has none. INVALID_PARAMS where the credentials are not its own:
   * nobody connects what is somebody else's.
   */
  prove(account: NewAccount): Promise<NewAccount>
  check(shop: Shop, account: Account): Promise<AccountCheck[]>
  /** Lists an account’s templates at Meta and stores them. CHANNEL_UNAVAILABLE with the reason where it cannot. */
  refreshTemplates(shop: Shop, account: Account): Promise<void>
  /** Checks an account and mails the result to the member; the outcome of the mail comes first. */
  sendTestMail(shop: Shop, account: Account, member: { id: string; email: string }): Promise<AccountCheck[]>
}
