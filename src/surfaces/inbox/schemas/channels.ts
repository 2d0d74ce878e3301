import { type Static, Type } from 'typebox'
import { SIGN_IN_PROVIDERS } from '#channels/email/sign-in/mailbox-sign-in.ts'
import { SIGNATURE_MAX } from '#core/limits.ts'
import { ChannelAccount as Account } from '#surfaces/http/channel-accounts.ts'
import { datetime, flag, nullable, oneOf, string, text } from '#surfaces/http/schema.ts'
import type { Wire } from './wire.ts'

/** Accounts at channels. */

/** With what its two halves lack, each for itself. */
export const MemberChannelAccount = Type.Object(
  {
    ...Account.properties,
    sendError: nullable(string('Why nothing leaves by it.')),
    receiveError: nullable(string('Why its mailbox is not read.')),
    signature: nullable(string('Below mails of members without a signature of their own, and of the AI agent.')),
    signInProvider: nullable(oneOf(SIGN_IN_PROVIDERS, 'Whose OAuth signs in to the mailbox; null: a password.')),
    needsSignIn: flag('That provider ended the sign-in: somebody has to sign in again.'),
    businessId: nullable(string('Of a WhatsApp number: its WhatsApp Business Account; null: templates are unknown.')),
    needsCode: flag('Mail for its address is not taken before the code that was mailed to it is entered.'),
  },
  { title: 'MemberChannelAccount' },
)
export type ChannelAccount = Wire<Static<typeof MemberChannelAccount>>

export const ChannelList = Type.Object({
  data: Type.Array(MemberChannelAccount),
  meta: Type.Object({
    messengers: nullable(Type.Object({ webhookUrl: string('What Meta’s app calls.') })),
    sendsMail: flag('Mailboxes need no server of their own for outgoing mail.'),
    signInProviders: Type.Array(oneOf(SIGN_IN_PROVIDERS), {
      description: 'Where mailboxes are connected by signing in.',
    }),
    inboundDomain: nullable(string('What mail may be forwarded to, where the service has a door for it.')),
    baseUrl: string(),
  }),
})
export type ChannelList = Wire<Static<typeof ChannelList>>

/** The mailbox that an admin signs in for. */
export const NewSignIn = {
  provider: oneOf(SIGN_IN_PROVIDERS),
  address: Type.String({
    description: 'The mailbox; a shared one has another address than who signs in.',
    maxLength: 320,
  }),
  name: Type.Optional(Type.String({ maxLength: 100 })),
}
export const SignInPage = Type.Object({ url: string('The provider’s page to go to.') })
export type SignInPage = Static<typeof SignInPage>
export const SignInAnswer = {
  answer: Type.String({ description: 'The query that the provider sent the member back with.', maxLength: 16_384 }),
}

export const ChannelCheck = Type.Object({
  name: string('What was looked at.'),
  state: oneOf(['good', 'poor', 'bad', 'unknown']),
  text: string('What was found, and what to do.'),
})
export type ChannelCheck = Static<typeof ChannelCheck>

export const SignatureText = { text: nullable(Type.String({ maxLength: SIGNATURE_MAX })) }
export const Signature = Type.Object({ text: nullable(string()) })
export type Signature = Static<typeof Signature>

/** A mailbox that sends now. */
export const SendingMailbox = Type.Object({ id: string(), name: nullable(string()), address: string() })
export type SendingMailbox = Static<typeof SendingMailbox>

const MessageTemplate = Type.Object({
  name: string(),
  language: string(),
  status: string('Meta’s word, such as APPROVED.'),
  category: string('Meta’s word, such as UTILITY.'),
  content: Type.Object({
    header: string(),
    body: string(),
    footer: string(),
    buttons: Type.Array(Type.Object({ text: string(), url: string() })),
    slots: Type.Array(
      Type.Object({
        part: oneOf(['header', 'body', 'button']),
        key: string('A number, or the placeholder’s name.'),
        button: nullable(Type.Integer()),
        example: string(),
        suggested: string('The customer’s name or newest order number, where the placeholder is for one.'),
      }),
    ),
    obstacle: nullable(oneOf(['media', 'kind'], 'Why it cannot be sent from here.')),
  }),
})

export type MessageTemplate = Static<typeof MessageTemplate>

/** Placeholders of a template: Meta allows far fewer. */
const PARAMETERS_MAX = 100
/** A template, and a text for each of its placeholders. */
export const TemplateChoice = Type.Object(
  {
    name: text(512),
    language: text(20),
    parameters: Type.Array(Type.String(), { maxItems: PARAMETERS_MAX }),
  },
  { additionalProperties: false },
)
export type TemplateChoice = Static<typeof TemplateChoice>

/** A template that rules can send. */
export const SendableTemplate = Type.Object({
  name: string(),
  language: string(),
  content: Type.Object({
    body: string(),
    slots: Type.Array(
      Type.Object({
        part: oneOf(['header', 'body', 'button']),
        key: string('A number, or the placeholder’s name.'),
        button: nullable(Type.Integer()),
        example: string(),
      }),
    ),
  }),
})
export type SendableTemplate = Static<typeof SendableTemplate>

export const TemplateList = Type.Object({
  businessId: nullable(string('Null: templates are unknown.')),
  refreshedAt: nullable(datetime()),
  templates: Type.Array(MessageTemplate),
})
export type TemplateList = Wire<Static<typeof TemplateList>>

export const InboundSecret = Type.Object({ secret: string('Shown this once.') })
export type InboundSecret = Static<typeof InboundSecret>
