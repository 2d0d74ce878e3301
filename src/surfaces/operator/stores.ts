import { Type } from 'typebox'
import { nonBlankText } from '#core/non-blank-text.ts'
import { eraseStore } from '#core/stores/delete-store.ts'
import { PLANS } from '#core/stores/plans.ts'
import {
  changeStore,
  createStore,
  installStore,
  listAllStores,
  requireStore,
  type Store,
  uninstallStore,
} from '#core/stores/stores.ts'
import { data } from '#surfaces/http/answers.ts'
import type { App } from '#surfaces/http/app.ts'
import { callerOf } from '#surfaces/http/caller.ts'
import { PageQuery, pageOf, paging } from '#surfaces/http/paging.ts'
import { Deleted } from '#surfaces/http/records.ts'
import { body, oneOf, text } from '#surfaces/http/schema.ts'
import { NewStore, operation, page, StorePath, StoreRecord } from './answers.ts'
import type { Operator } from './parts.ts'

const STORES_PAGE = { default: 20, max: 100 }
const tags = ['Operator: stores']
const plan = oneOf(PLANS, 'Default free.')

/** Stores: made, listed, changed, taken off and put back, deleted. */
export function storeRoutes(app: App, { database, files }: Operator): void {
  app.post(
    '/stores',
    {
      schema: {
        ...operation({
          operationId: 'createStore',
          summary: 'Create a store',
          description: 'Creates its owner as well, if one is named: an admin. A missing password is generated.',
          tags,
          status: 201,
          answer: data(NewStore),
          ofService: true,
        }),
        body: body({
          name: nonBlankText({ maxLength: 200 }),
          plan: Type.Optional(plan),
          owner: Type.Optional(
            Type.Object({
              email: text(320),
              password: Type.Optional(Type.String({ maxLength: 400 })),
              firstName: Type.Optional(nonBlankText({ maxLength: 100 })),
              lastName: Type.Optional(nonBlankText({ maxLength: 100 })),
            }),
          ),
        }),
      },
    },
    async (request, reply) => {
      const { store, owner } = await createStore(database, request.body)
      const { shopId, appId, name, plan } = store
      return reply.code(201).send({ data: { shopId, appId, name, plan, owner } })
    },
  )

  app.get(
    '/stores',
    {
      schema: {
        ...operation({
          operationId: 'listStores',
          summary: 'List stores',
          description: 'Newest first; 20 per page, up to 100.',
          tags,
          answer: page(StoreRecord),
          ofService: true,
        }),
        querystring: Type.Object(PageQuery),
      },
    },
    async (request) => {
      const { stores, nextCursor } = await listAllStores(database, pageOf(request.query, STORES_PAGE))
      return { data: stores.map(presentStore), paging: paging(nextCursor) }
    },
  )

  app.get(
    '/stores/:shopId',
    {
      schema: {
        ...operation({
          operationId: 'getStore',
          summary: 'Get one store',
          description: 'With its settings, and when the app was installed and uninstalled.',
          tags,
          answer: data(StoreRecord),
        }),
        params: StorePath,
      },
    },
    async (request) => ({ data: presentStore(await requireStore(database, request.params.shopId)) }),
  )

  app.patch(
    '/stores/:shopId',
    {
      schema: {
        ...operation({
          operationId: 'changeStore',
          summary: 'Change a store’s name, plan or settings',
          description: 'Settings are merged into what is set. A switch’s minimum plan is checked when it is turned on.',
          tags,
          answer: data(StoreRecord),
        }),
        params: StorePath,
        body: body({
          name: Type.Optional(nonBlankText({ maxLength: 200 })),
          plan: Type.Optional(plan),
          settings: Type.Optional(Type.Object({}, { additionalProperties: true })),
        }),
      },
    },
    async (request) => ({
      data: presentStore(await changeStore(callerOf(request), request.body)),
    }),
  )

  app.post(
    '/stores/:shopId/uninstall',
    {
      schema: {
        ...operation({
          operationId: 'uninstallStore',
          summary: 'Mark the app as uninstalled',
          description:
            'API keys stay valid, and webhooks are still delivered: delete both beforehand if they are to end.',
          tags,
          answer: data(StoreRecord),
        }),
        params: StorePath,
      },
    },
    async (request) => ({ data: presentStore(await uninstallStore(callerOf(request))) }),
  )

  app.post(
    '/stores/:shopId/install',
    {
      schema: {
        ...operation({
          operationId: 'installStore',
          summary: 'Mark the app as reinstalled',
          description: 'Clears the uninstall date.',
          tags,
          answer: data(StoreRecord),
        }),
        params: StorePath,
      },
    },
    async (request) => ({ data: presentStore(await installStore(callerOf(request))) }),
  )

  app.delete(
    '/stores/:shopId',
    {
      schema: {
        ...operation({
          operationId: 'deleteStore',
          summary: 'Delete an uninstalled store and all its data',
          description:
            'It cannot be undone. A store that is installed is refused; a call that was cut off can be repeated.',
          tags,
          answer: data(Deleted),
        }),
        params: StorePath,
      },
    },
    async ({ params, log }) => {
      const rows = await eraseStore(database, files, params.shopId)
      log.info({ shopId: params.shopId, rows }, 'store deleted')
      return { data: { id: params.shopId } }
    },
  )
}

function presentStore(store: Store) {
  const { shopId, appId, name, plan, ownerId, ownerEmail, settings, installedAt, uninstalledAt } = store
  const owner = ownerId === null ? null : { memberId: ownerId, email: ownerEmail }
  return { shopId, appId, name, plan, owner, settings, installedAt, uninstalledAt }
}
