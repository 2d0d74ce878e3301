import { Type } from 'typebox'
import {
  type Account,
  connectAccount,
  getAccount,
  listStoreAccounts,
  makeInboundSecret,
  removeAccount,
} from '#core/channels/accounts.ts'
import { beginMailboxSignIn, finishMailboxSignIn } from '#core/channels/mailbox-sign-in.ts'
import { mailCode, proveMailbox } from '#core/channels/proofs.ts'
import { listSignaturesOfMailboxes, setMailboxSignature } from '#core/channels/signatures.ts'
import { ParleyError } from '#core/errors.ts'
import type { MailLinks } from '#core/mail/outgoing-emails.ts'
import { getMember } from '#core/members/members.ts'
import type { App } from '#surfaces/http/app.ts'
import { NEW_ACCOUNT, presentAccount } from '#surfaces/http/channel-accounts.ts'
import type { ChannelsForMembers } from './kit/channels.ts'
import { memberOf } from './kit/guard.ts'
import { body } from './kit/routes.ts'
import { answerOf, created, Named } from './schemas/answers.ts'
import {
  ChannelCheck,
  ChannelList,
  InboundSecret,
  MemberChannelAccount,
  NewSignIn,
  Signature,
  SignatureText,
  SignInAnswer,
  SignInPage,
} from './schemas/channels.ts'

const config = { access: 'admin' } as const
const params = Type.Object({ accountId: Type.String() })

const presentToMember = (account: Account, signature: string | null = null) => ({
  ...presentAccount(account),
  sendError: account.sendError,
  receiveError: account.receiveError,
  signature,
  signInProvider: account.signInProvider,
  needsSignIn: account.needsSignIn,
  businessId: account.businessId,
  needsCode: !account.isVerified && !account.readsMailbox && account.state !== 'disconnected',
})

function onlyRefused(error: Error): void {
  if (!(error instanceof ParleyError)) throw error
}

/** The store's accounts at channels, for its admins: to connect, to look at, to remove. */
export function channelRoutes(app: App, channels: ChannelsForMembers, mail: MailLinks): void {
  const { abilities } = channels

  app.get('/channels', { config, schema: { response: { 200: ChannelList } } }, async (request) => {
    const { caller } = memberOf(request)
    const [accounts, signatures] = await Promise.all([listStoreAccounts(caller), listSignaturesOfMailboxes(caller)])
    const data = accounts.map((account) => presentToMember(account, signatures.get(account.id) ?? null))
    return { data, meta: channels.meta }
  })

  app.put(
    '/channels/:accountId/signature',
    { config, schema: { params, body: body(SignatureText), response: answerOf(Signature) } },
    async (request) => {
      const { caller } = memberOf(request)
      return { data: { text: await setMailboxSignature(caller, request.params.accountId, request.body.text) } }
    },
  )

  app.post(
    '/channels',
    {
      config: { ...config, needsProof: true },
      schema: { body: body(NEW_ACCOUNT), response: created(MemberChannelAccount) },
    },
    async (request, reply) => {
      const { caller } = memberOf(request)
      const account = await connectAccount(caller, await channels.prove(request.body), abilities)
      const shown = presentToMember(account)
      // Connected even if no code can be mailed now: the admin can request another one.
      if (shown.needsCode) await mailCode(caller, account.id, mail).catch(onlyRefused)
      return reply.code(201).send({ data: shown })
    },
  )

  app.post(
    '/channels/sign-in',
    { config: { ...config, needsProof: true }, schema: { body: body(NewSignIn), response: created(SignInPage) } },
    async (request, reply) => {
      const { caller, sessionId } = memberOf(request)
      const url = await beginMailboxSignIn(caller, sessionId, request.body, channels.signIn)
      return reply.code(201).send({ data: { url } })
    },
  )

  app.post(
    '/channels/sign-in/finish',
    { config, schema: { body: body(SignInAnswer), response: created(MemberChannelAccount) } },
    async (request, reply) => {
      const { caller, sessionId } = memberOf(request)
      const { signIn } = channels
      const account = await finishMailboxSignIn(caller, sessionId, request.body.answer, { signIn, abilities })
      return reply.code(201).send({ data: presentToMember(account) })
    },
  )

  app.post(
    '/channels/:accountId/code',
    { config, schema: { params, response: { 202: answerOf(Named)[200] } } },
    async (request, reply) => {
      const { accountId: id } = request.params
      await mailCode(memberOf(request).caller, id, mail)
      return reply.code(202).send({ data: { id } })
    },
  )

  app.post(
    '/channels/:accountId/proof',
    {
      config: { ...config, needsProof: true },
      schema: {
        params,
        body: body({ code: Type.String({ maxLength: 20 }) }),
        response: answerOf(MemberChannelAccount),
      },
    },
    async (request) => {
      const { caller } = memberOf(request)
      return { data: presentToMember(await proveMailbox(caller, request.params.accountId, request.body.code.trim())) }
    },
  )

  // Looks at everything that an account needs to work, and changes nothing but what is known of its state.
  app.post(
    '/channels/:accountId/check',
    { config, schema: { params, response: answerOf(Type.Array(ChannelCheck)) } },
    async (request) => {
      const { caller } = memberOf(request)
      return { data: await channels.check(caller.shop, await getAccount(caller, request.params.accountId)) }
    },
  )

  // To nobody but the admin who asks: no mail to others comes of it.
  app.post(
    '/channels/:accountId/test-mail',
    { config, schema: { params, response: answerOf(Type.Array(ChannelCheck)) } },
    async (request) => {
      const { caller, memberId } = memberOf(request)
      const account = await getAccount(caller, request.params.accountId)
      const { email } = await getMember(caller, memberId)
      return { data: await channels.sendTestMail(caller.shop, account, { id: memberId, email }) }
    },
  )

  app.post(
    '/channels/:accountId/inbound-secret',
    { config: { ...config, needsProof: true }, schema: { params, response: created(InboundSecret) } },
    async (request, reply) => {
      const secret = await makeInboundSecret(memberOf(request).caller, request.params.accountId)
      return reply.code(201).send({ data: { secret } })
    },
  )

  app.delete('/channels/:accountId', { config, schema: { params, response: answerOf(Named) } }, async (request) => {
    await removeAccount(memberOf(request).caller, request.params.accountId)
    return { data: { id: request.params.accountId } }
  })
}
