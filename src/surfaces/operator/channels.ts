import { Type } from 'typebox'
import { connectAccount, listStoreAccounts, makeInboundSecret, removeAccount } from '#core/channels/accounts.ts'
import { data } from '#surfaces/http/answers.ts'
import type { App } from '#surfaces/http/app.ts'
import { callerOf } from '#surfaces/http/caller.ts'
import { ChannelAccount, NEW_ACCOUNT, presentAccount } from '#surfaces/http/channel-accounts.ts'
import { body } from '#surfaces/http/schema.ts'
import { operation, StorePath } from './answers.ts'
import type { Operator } from './parts.ts'
import { ofAccount } from './paths.ts'

const tags = ['Operator: channels']
const AccountPath = Type.Object({
  ...StorePath.properties,
  id: Type.String({ description: 'The account’s id.' }),
})

/** A store's accounts at channels: mailboxes, pages, telephone numbers (spec C11). */
export function operatorChannelRoutes(app: App, { abilities }: Operator): void {
  app.post(
    '/stores/:shopId/channels',
    {
      schema: {
        ...operation({
          operationId: 'connectChannel',
          summary: 'Connect an account at a channel',
          description:
            'A mailbox, or an account at one of the three messengers. One that was connected before keeps its id and gets the new credentials. Credentials are stored encrypted and never answered.',
          tags,
          status: 201,
          answer: data(ChannelAccount),
        }),
        params: StorePath,
        body: body(NEW_ACCOUNT),
      },
    },
    async (request, reply) => {
      const account = await connectAccount(callerOf(request), request.body, abilities)
      return reply.code(201).send({ data: presentAccount(account) })
    },
  )

  app.get(
    '/stores/:shopId/channels',
    {
      schema: {
        ...operation({
          operationId: 'listChannels',
          summary: 'List a store’s accounts at channels',
          description: 'Oldest first, including removed ones (state disconnected).',
          tags,
          answer: data(Type.Array(ChannelAccount)),
        }),
        params: StorePath,
      },
    },
    async (request) => ({
      data: (await listStoreAccounts(callerOf(request))).map(presentAccount),
    }),
  )

  app.delete(
    '/stores/:shopId/channels/:id',
    {
      config: ofAccount,
      schema: {
        ...operation({
          operationId: 'removeChannel',
          summary: 'Remove an account',
          description:
            'Nothing comes in or leaves by it any more, its credentials are deleted, and what still waits has failed. Conversations stay.',
          tags,
          answer: data(Type.Object({ id: Type.String() })),
        }),
        params: AccountPath,
      },
    },
    async (request) => {
      await removeAccount(callerOf(request), request.params.id)
      return { data: { id: request.params.id } }
    },
  )

  app.post(
    '/stores/:shopId/channels/:id/inbound-secret',
    {
      config: ofAccount,
      schema: {
        ...operation({
          operationId: 'makeInboundSecret',
          summary: 'Create the secret for email by HTTP POST',
          description:
            'Mail that is posted to /channels/email/{id} is signed with it. Shown this once; the one before ends.',
          tags,
          status: 201,
          answer: data(Type.Object({ secret: Type.String() })),
        }),
        params: AccountPath,
      },
    },
    async (request, reply) => {
      const secret = await makeInboundSecret(callerOf(request), request.params.id)
      return reply.code(201).send({ data: { secret } })
    },
  )
}
