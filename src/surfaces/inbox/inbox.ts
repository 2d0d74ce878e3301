import { fastifyCookie } from '@fastify/cookie'
import type { SlackApi } from '#channels/slack/api.ts'
import type { ArticleImports } from '#core/article-import/article-imports.ts'
import type { ActionDesk } from '#core/custom-actions/call.ts'
import type { CustomerCards } from '#core/customer-cards/ask.ts'
import type { FileStore } from '#core/files/files.ts'
import type { UploadQuotas } from '#core/files/upload-quotas.ts'
import type { OrderDesk } from '#core/order-actions/action.ts'
import type { WebhookUnsubscriber } from '#core/platform/connections.ts'
import type { PushConfig } from '#core/push/browsers.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'
import type { LanguageOf } from '#core/rule-runs/load-rule-context.ts'
import type { TranslationDesk } from '#core/translation-desk.ts'
import type { AddressBook } from '#outbound/address.ts'
import { type App, mount } from '#surfaces/http/app.ts'
import { answerPathFirst } from '#surfaces/http/check-path-before-body.ts'
import { accountRoutes } from './account.ts'
import { type AiAgentForMembers, aiAgentRoutes } from './ai-agent.ts'
import { aiHelpRoutes } from './ai-help.ts'
import { aiTrialRoutes } from './ai-trials.ts'
import { annotationRoutes } from './annotations.ts'
import { approvalRoutes } from './approvals.ts'
import { articleCollectionRoutes } from './article-collections.ts'
import { articleImportRoutes } from './article-imports.ts'
import { articleRoutes } from './articles.ts'
import { assistantRoutes } from './assistants.ts'
import { cannedReplyRoutes } from './canned-replies.ts'
import { cardRoutes } from './cards.ts'
import { channelRoutes } from './channels.ts'
import { connectionRoutes } from './connections.ts'
import { conversationRoutes } from './conversations.ts'
import { customActionRoutes } from './custom-actions.ts'
import { customerCardRoutes } from './customer-cards.ts'
import { draftRoutes } from './drafts.ts'
import { fileRoutes } from './files.ts'
import { guidanceRoutes } from './guidance.ts'
import { type HelpDomainOptions, helpDomainRoutes } from './help-domain.ts'
import { helpInsightRoutes } from './help-insights.ts'
import { identitySecretRoutes } from './identity-secrets.ts'
import type { ChannelsForMembers } from './kit/channels.ts'
import { createInboxGuard, proveByBody } from './kit/guard.ts'
import { mergingRoutes } from './merging/contacts.ts'
import { conversationMergingRoutes } from './merging/conversations.ts'
import { messageRoutes } from './messages.ts'
import { moderationRoutes } from './moderation.ts'
import { notificationRoutes } from './notifications.ts'
import { orderActionRoutes } from './orders/order-actions.ts'
import { passkeyRoutes } from './passkeys.ts'
import { peopleRoutes } from './people.ts'
import { pushRoutes } from './push.ts'
import { reportRoutes } from './reports.ts'
import { type EndpointTester, ruleEndpointRoutes } from './rule-endpoints.ts'
import { ruleRoutes } from './rules.ts'
import { savedViewRoutes } from './saved-views.ts'
import { scheduledReplyRoutes } from './scheduled-replies.ts'
import { segmentRoutes } from './segments/segments.ts'
import { settingsRoutes } from './settings.ts'
import { type SignInOptions, signInRoutes } from './sign-in.ts'
import { singleSignOnRoutes } from './single-sign-on.ts'
import { slackSettingRoutes } from './slack.ts'
import { spamRoutes } from './spam.ts'
import { startConversationRoutes } from './start-conversation.ts'
import { storeRoutes } from './stores.ts'
import { targetRoutes } from './targets.ts'
import { teamRoutes } from './team.ts'
import { storeTeamRoutes } from './teams.ts'
import { templateRoutes } from './templates.ts'
import { translationRoutes } from './translations.ts'
import { webhookRoutes } from './webhooks.ts'

export interface InboxOptions extends SignInOptions, HelpDomainOptions {
  addresses: AddressBook
  files: FileStore
  quotas: UploadQuotas
  /** Counts mails per day. */
  mailCounter: RateCounter
  aiAgent: AiAgentForMembers
  customerCards: CustomerCards
  channels: ChannelsForMembers
  /** Ends what shops tell us by themselves. */
  shops: WebhookUnsubscriber
  /** What orders are changed with in their shops. */
  orders: OrderDesk
  /** For rules that are tried. */
  languageOf: LanguageOf
  testEndpoint: EndpointTester
  /** What the store's own actions are called with. */
  actions: ActionDesk
  slack: SlackApi
  push: PushConfig
  /** Whether a proxy says which country a shopper is in. */
  knowsCountry: boolean
  translation: TranslationDesk
  articleImports: ArticleImports
}

/** What the members' inbox asks for, under /api/chat. Order of refusals: key, origin, session, role, path, body. */
export function inboxSurface(app: App, options: InboxOptions): Promise<void> {
  return mount(app, '/api/chat', async (scope) => {
    scope.register(fastifyCookie, { hook: false }) // makes its parser ready; the guard reads the cookies it needs
    scope.addHook('onRequest', createInboxGuard(options.database, options.cookies, options.baseUrl))
    scope.addHook('preHandler', proveByBody)
    scope.addHook('onSend', (_request, reply, payload, done) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      done(null, payload)
    })
    scope.setErrorHandler(answerPathFirst)
    signInRoutes(scope, options)
    singleSignOnRoutes(scope, options)
    storeRoutes(scope, options)
    accountRoutes(scope, options)
    passkeyRoutes(scope, options)
    teamRoutes(scope, options)
    conversationRoutes(scope)
    startConversationRoutes(scope, options)
    storeTeamRoutes(scope)
    targetRoutes(scope)
    savedViewRoutes(scope)
    ruleRoutes(scope, options.languageOf)
    ruleEndpointRoutes(scope, options.testEndpoint, options.addresses)
    moderationRoutes(scope, options.files)
    spamRoutes(scope)
    messageRoutes(scope, options.mailCounter)
    templateRoutes(scope, options.channels)
    cardRoutes(scope)
    translationRoutes(scope, options.translation)
    scheduledReplyRoutes(scope, options.files, options.mailCounter)
    draftRoutes(scope)
    await fileRoutes(scope, options)
    annotationRoutes(scope)
    peopleRoutes(scope)
    orderActionRoutes(scope, options.orders)
    approvalRoutes(scope, options)
    segmentRoutes(scope)
    mergingRoutes(scope)
    conversationMergingRoutes(scope)
    notificationRoutes(scope, options)
    pushRoutes(scope, options.push)
    cannedReplyRoutes(scope, options.files)
    articleRoutes(scope, options.files, options.translation)
    articleCollectionRoutes(scope)
    articleImportRoutes(scope, options.articleImports)
    helpDomainRoutes(scope, options)
    helpInsightRoutes(scope)
    settingsRoutes(scope, options)
    identitySecretRoutes(scope)
    assistantRoutes(scope, options)
    reportRoutes(scope)
    aiAgentRoutes(scope, options.aiAgent)
    aiHelpRoutes(scope, options.aiAgent)
    aiTrialRoutes(scope, options.aiAgent)
    guidanceRoutes(scope)
    webhookRoutes(scope, options.addresses)
    customActionRoutes(scope, options.actions)
    customerCardRoutes(scope, options.customerCards, options.addresses)
    slackSettingRoutes(scope, { api: options.slack, baseUrl: options.baseUrl })
    channelRoutes(scope, options.channels, options.mail)
    connectionRoutes(scope, options)
  })
}
