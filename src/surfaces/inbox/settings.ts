import { Type } from 'typebox'
import { createKey, deleteKey, type Keyring, listKeys } from '#core/access.ts'
import { audit, readAuditLog } from '#core/audit-log.ts'
import { invalidParams } from '#core/errors.ts'
import { planReaches } from '#core/plans.ts'
import { redact, requestData } from '#core/privacy.ts'
import { SWITCH_PLANS } from '#core/settings.ts'
import { changeStore, requireStore, type Store, uninstallStore } from '#core/stores.ts'
import type { App } from '#surfaces/http/app.ts'
import { presentContact } from '#surfaces/http/present-contact.ts'
import { memberOf } from './guard.ts'
import { body, PageQuery, pageOf, paging } from './routes.ts'
import type { SignInOptions } from './sign-in.ts'

const config = { access: 'admin' } as const
const AUDIT_PAGE = { default: 50, max: 100 } as const
const CustomerPath = Type.Object({ customerUuid: Type.String() })

/** What a store's admins look after: settings, keys, privacy, and who changed what. */
export function settingsRoutes(app: App, options: SignInOptions & { keyring: Keyring }): void {
  const { database, keyring, baseUrl } = options

  /** With the address that the shop's pages load the widget from, and what each switch needs. */
  const present = ({ shopId, appId, name, plan, settings, uninstalledAt }: Store) => ({
    shopId,
    appId,
    name,
    plan,
    settings,
    uninstalledAt,
    baseUrl,
    canMakeKeys: planReaches(plan, 'pro'),
    switches: SWITCH_PLANS.map((one) => ({ name: one.name, plan: one.plan, isIncluded: planReaches(plan, one.plan) })),
  })

  app.get('/settings', { config }, async (request) => ({
    data: present(await requireStore(database, memberOf(request).caller.shop.shopId)),
  }))

  app.patch(
    '/settings',
    {
      config,
      schema: {
        body: body({
          name: Type.Optional(Type.String({ maxLength: 200 })),
          settings: Type.Optional(Type.Object({}, { additionalProperties: true })),
        }),
      },
    },
    async (request) => {
      const signedIn = memberOf(request)
      const store = await changeStore(database, signedIn.caller.shop.shopId, request.body)
      await audit(signedIn, 'settings.changed', null, request.body)
      return { data: present(store) }
    },
  )

  app.get('/keys', { config }, async (request) => {
    const keys = await listKeys(memberOf(request).caller)
    return { data: keys.map(({ id, name, createdAt }) => ({ id, name, createdAt })) }
  })

  app.post('/keys', { config, schema: { body: body({ name: Type.String() }) } }, async (request, reply) => {
    const signedIn = memberOf(request)
    const { id, name, key, createdAt } = await createKey(signedIn.caller, request.body.name)
    await audit(signedIn, 'key.created', id, { name })
    return reply.code(201).send({ data: { id, name, key, createdAt } })
  })

  app.delete('/keys/:keyId', { config, schema: { params: Type.Object({ keyId: Type.String() }) } }, async (request) => {
    const signedIn = memberOf(request)
    await deleteKey(signedIn.caller, request.params.keyId, keyring)
    await audit(signedIn, 'key.deleted', request.params.keyId)
    return { data: { id: request.params.keyId } }
  })

  app.get('/audit-log', { config, schema: { querystring: Type.Object(PageQuery) } }, async (request) => {
    const page = pageOf(request.query, AUDIT_PAGE)
    const { entries, nextCursor } = await readAuditLog(memberOf(request).caller, page)
    return { data: entries, paging: paging(nextCursor) }
  })

  app.post(
    '/customers/:customerUuid/redact',
    {
      config,
      schema: {
        params: CustomerPath,
        body: body({ orders: Type.Optional(Type.Array(Type.String(), { maxItems: 10_000 })) }),
      },
    },
    async (request) => {
      const signedIn = memberOf(request)
      const { customerUuid } = request.params
      const contact = await redact(signedIn.caller, { customerUuid, ...request.body })
      await audit(signedIn, 'customer.redacted', customerUuid, { orders: request.body.orders?.length ?? 0 })
      return { data: presentContact(contact) }
    },
  )

  app.post('/customers/:customerUuid/data-request', { config, schema: { params: CustomerPath } }, async (request) => {
    const signedIn = memberOf(request)
    const { customerUuid } = request.params
    const noted = await requestData(signedIn.caller, customerUuid)
    await audit(signedIn, 'customer.data_requested', customerUuid)
    return { data: noted }
  })

  app.post('/uninstall', { config, schema: { body: body({ name: Type.String() }) } }, async (request) => {
    const signedIn = memberOf(request)
    const { shopId } = signedIn.caller.shop
    await requireStoreName(shopId, request.body.name)
    const store = await uninstallStore(database, shopId)
    await audit(signedIn, 'store.uninstalled', null)
    return { data: present(store) }
  })

  /** Nobody uninstalls by one click too many: the store's name has to be typed. */
  async function requireStoreName(shopId: string, name: string): Promise<void> {
    const store = await requireStore(database, shopId)
    if (store.name !== name) throw invalidParams('name is not the store’s name; type it to confirm.')
  }
}
