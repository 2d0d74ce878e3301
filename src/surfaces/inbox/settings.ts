import { Readable } from 'node:stream'
import { type Static, Type } from 'typebox'
import { readMarks } from '#base/formatting.ts'
import { mailHtml } from '#channels/email/mail-html.ts'
import { readAuditLog } from '#core/audit-log.ts'
import { auditLogCsv } from '#core/audit-log-csv.ts'
import { redact, requestData } from '#core/contacts/privacy.ts'
import { invalidParams } from '#core/errors.ts'
import type { FileStore } from '#core/files/files.ts'
import { CAMPAIGN_COUNT_DAYS, MAIL_FOOTER_MAX, STORE_NAME_MAX } from '#core/limits.ts'
import { createKey, deleteKey, listKeys } from '#core/stores/api-keys.ts'
import { listCampaignCounts } from '#core/stores/campaigns.ts'
import { mailLookOf } from '#core/stores/mail-look.ts'
import { planReaches } from '#core/stores/plans.ts'
import { SWITCH_PLANS } from '#core/stores/settings.ts'
import { changeStore, requireStore, type Store, uninstallStore } from '#core/stores/stores.ts'
import { PictureUrl } from '#core/stores/widget.ts'
import type { App } from '#surfaces/http/app.ts'
import { presentContact } from '#surfaces/http/present.ts'
import { memberOf } from './kit/guard.ts'
import { body, PageQuery, pageOf, paging } from './kit/routes.ts'
import { answerOf, created, Named, pageAnswer } from './schemas/answers.ts'
import {
  ApiKey,
  AuditEntry,
  Campaigns,
  DataRequest,
  MailLook,
  NewApiKey,
  type Store as StoreAnswer,
} from './schemas/store.ts'
import type { SignInOptions } from './sign-in.ts'

const config = { access: 'admin' } as const
const withProof = { ...config, needsProof: true } as const
/** Whether the demand for a second factor changes: the other settings neither give access nor let data out. */
const changesDemand = ({ requireSecondFactor }: { requireSecondFactor?: boolean }) => requireSecondFactor !== undefined
const AUDIT_PAGE = { default: 50, max: 100 } as const
/** Styles alone, and the logo. */
const PREVIEW_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https:; form-action 'none'; frame-ancestors 'self'"
const CustomerPath = Type.Object({ customerUuid: Type.String() })

/** What a store's admins look after: settings, keys, privacy, and who changed what. */
export function settingsRoutes(app: App, options: SignInOptions & { files: FileStore; knowsCountry: boolean }): void {
  const { database, baseUrl } = options

  /** With the address that the shop's pages load the widget from, and what each switch needs. */
  const present = ({
    shopId,
    appId,
    name,
    plan,
    settings,
    requireSecondFactor,
    salesReport,
    mailLook,
    uninstalledAt,
  }: Store): Static<typeof StoreAnswer> => ({
    shopId,
    appId,
    name,
    plan,
    settings,
    requireSecondFactor,
    salesReport,
    mailLook,
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
      config: { ...config, needsProof: changesDemand },
      schema: {
        body: body({
          name: Type.Optional(Type.String({ maxLength: STORE_NAME_MAX })),
          settings: Type.Optional(Type.Object({}, { additionalProperties: true })),
          requireSecondFactor: Type.Optional(Type.Boolean()),
          salesReport: Type.Optional(Type.Boolean()),
          mailLook: Type.Optional(Type.Union([MailLook, Type.Null()])),
        }),
      },
    },
    async (request) => {
      const signedIn = memberOf(request)
      const store = await changeStore(signedIn.caller, request.body)
      return { data: present(store) }
    },
  )

  // What a mail looks like before the look is saved: a document of its own for a frame without rights.
  app.get(
    '/settings/mail-preview.html',
    {
      config,
      schema: {
        querystring: Type.Object({
          logoUrl: Type.Optional(PictureUrl),
          color: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$', examples: ['#0f766e'] })),
          footer: Type.Optional(Type.String({ maxLength: MAIL_FOOTER_MAX })),
          text: Type.Optional(Type.String({ maxLength: MAIL_FOOTER_MAX })),
        }),
      },
    },
    async (request, reply) => {
      const { name } = await requireStore(database, memberOf(request).caller.shop.shopId)
      const { logoUrl = null, color = null, footer = null, text = '' } = request.query
      const look = mailLookOf({ logoUrl, color, footer }, { storeName: name, baseUrl })
      const { text: words, formatting } = readMarks(text)
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', PREVIEW_POLICY)
        .send(`<!doctype html><meta charset="utf-8">${mailHtml({ text: words, formatting, look })}`)
    },
  )

  // How many shoppers saw and followed each campaign, and whether campaigns can tell countries apart.
  app.get('/campaigns', { config, schema: { response: answerOf(Campaigns) } }, async (request) => {
    const counts = await listCampaignCounts(memberOf(request).caller.shop)
    return { data: { counts, days: CAMPAIGN_COUNT_DAYS, knowsCountry: options.knowsCountry } }
  })

  app.get('/keys', { config, schema: { response: answerOf(Type.Array(ApiKey)) } }, async (request) => {
    const keys = await listKeys(memberOf(request).caller)
    return { data: keys }
  })

  app.post(
    '/keys',
    { config: withProof, schema: { body: body({ name: Type.String() }), response: created(NewApiKey) } },
    async (request, reply) => {
      const signedIn = memberOf(request)
      const { id, name, key, createdAt } = await createKey(signedIn.caller, request.body.name)
      return reply.code(201).send({ data: { id, name, key, createdAt } })
    },
  )

  app.delete(
    '/keys/:keyId',
    { config, schema: { params: Type.Object({ keyId: Type.String() }), response: answerOf(Named) } },
    async (request) => {
      const signedIn = memberOf(request)
      await deleteKey(signedIn.caller, request.params.keyId)
      return { data: { id: request.params.keyId } }
    },
  )

  app.get(
    '/audit-log',
    { config, schema: { querystring: Type.Object(PageQuery), response: pageAnswer(AuditEntry) } },
    async (request) => {
      const page = pageOf(request.query, AUDIT_PAGE)
      const { entries, nextCursor } = await readAuditLog(memberOf(request).caller, page)
      return { data: entries, paging: paging(nextCursor) }
    },
  )

  // A file to be saved: spreadsheets open it.
  app.get(
    '/audit-log.csv',
    { config, schema: { querystring: Type.Object({ from: Type.String(), to: Type.String() }) } },
    async (request, reply) => {
      const { from, to } = request.query
      const lines = auditLogCsv(memberOf(request).caller, { from, to })
      return reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="audit-log-${new Date(from).toISOString().slice(0, 10)}.csv"`,
        )
        .send(Readable.from(lines))
    },
  )

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
      const contact = await redact(signedIn.caller, { customerUuid, ...request.body }, options.files)
      return { data: presentContact(contact) }
    },
  )

  app.post(
    '/customers/:customerUuid/data-request',
    { config, schema: { params: CustomerPath, response: answerOf(DataRequest) } },
    async (request) => {
      const signedIn = memberOf(request)
      const { customerUuid } = request.params
      const noted = await requestData(signedIn.caller, customerUuid)
      return { data: noted }
    },
  )

  app.post('/uninstall', { config, schema: { body: body({ name: Type.String() }) } }, async (request) => {
    const signedIn = memberOf(request)
    const { shopId } = signedIn.caller.shop
    await requireStoreName(shopId, request.body.name)
    const store = await uninstallStore(signedIn.caller)
    return { data: present(store) }
  })

  /** Nobody uninstalls by one click too many: the store's name has to be typed. */
  async function requireStoreName(shopId: string, name: string): Promise<void> {
    const store = await requireStore(database, shopId)
    if (store.name !== name) throw invalidParams('name is not the store’s name; type it to confirm.')
  }
}
