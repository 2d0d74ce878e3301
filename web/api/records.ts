/** Records as /api/chat sends them: the types of the service's own schemas. Types only, so nothing of src is bundled. */

export type { Rewriting } from '../../src/core/ai-agent/rewriting.ts'
export type { AuditAction } from '../../src/core/audit-log.ts'
export type { NewAccount } from '../../src/core/channels/accounts.ts'
export type {
  AnswerType,
  GuidanceCondition,
  GuidanceDraft,
  GuidanceIntent,
  GuidanceQuestion,
  GuidanceStep,
  GuidanceText,
} from '../../src/core/guidance/guidance.ts'
export type { Language } from '../../src/core/languages.ts'
export type { OrderActionKind, OrderActionRequest } from '../../src/core/order-actions/action.ts'
export type { NewConnection as ShopToConnect } from '../../src/core/platform/connections.ts'
export type { Priority } from '../../src/core/priorities.ts'
export type { SegmentCondition, SegmentConditionKind, SegmentDraft } from '../../src/core/segments/segment.ts'
export type { Widget } from '../../src/core/stores/widget.ts'
export type { ReplyTargets, TargetKind } from '../../src/core/targets/target.ts'
export type { MailboxSignInRequest as NewSignIn } from '../../src/storage/channels/mailbox-sign-ins.ts'
export type { HelpDomainProof } from '../../src/surfaces/http/records.ts'
export type {
  ApprovalLine,
  OrderActionLine,
  OrderActionsLine,
  OrderApprovalLine,
  RunApprovalLine,
} from '../../src/surfaces/inbox/orders/schemas.ts'
export type {
  Me,
  MemberLink,
  RecoveryCodes,
  SecondFactorOffer,
  Session,
  SessionLimits,
  SignInOutcome,
} from '../../src/surfaces/inbox/schemas/account.ts'
export type {
  AiExample,
  AiReport,
  AiTrace,
  AiTrial,
  ChangeTrial,
  CustomerAnswer,
  MonthReplay,
  TypedSuggestion,
  UnansweredQuestion,
} from '../../src/surfaces/inbox/schemas/ai-agent.ts'
export type { ArticleImport } from '../../src/surfaces/inbox/schemas/article-imports.ts'
export type { AllowedConsent, Assistant, Consent } from '../../src/surfaces/inbox/schemas/assistants.ts'
export type {
  ChannelAccount,
  ChannelCheck,
  ChannelList,
  InboundSecret,
  MessageTemplate,
  SendableTemplate,
  SendingMailbox,
  Signature,
  SignInPage,
  TemplateChoice,
  TemplateList,
} from '../../src/surfaces/inbox/schemas/channels.ts'
export type { Connection, ConnectionList, NewConnection } from '../../src/surfaces/inbox/schemas/connections.ts'
export type {
  Availability,
  Context,
  Conversation,
  Counts,
  Findings,
  FoundMessages,
  Message,
  MessagePage,
  MessageTranslation,
  Order,
  Original,
  OriginalWords,
  Person,
  ReplyRecipients,
  SentFile,
  Translation,
} from '../../src/surfaces/inbox/schemas/conversations.ts'
export type {
  ActionTest,
  CustomAction,
  LoggedRun,
  RunLine,
  RunnableAction,
} from '../../src/surfaces/inbox/schemas/custom-actions.ts'
export type { CustomerCardSetup, ShownCustomerCard } from '../../src/surfaces/inbox/schemas/customer-cards.ts'
export type { DraftLine } from '../../src/surfaces/inbox/schemas/drafts.ts'
export type { GuidanceRecord } from '../../src/surfaces/inbox/schemas/guidance.ts'
export type { ArticleInsight, ArticleSuggestion } from '../../src/surfaces/inbox/schemas/help-insights.ts'
export type {
  ConversationMergeLine,
  MergeLine,
  MergePreviewLine,
  Merges,
} from '../../src/surfaces/inbox/schemas/merging.ts'
export type { MailChoice, Notification, PushState } from '../../src/surfaces/inbox/schemas/notifications.ts'
export type { Passkey, PasskeyOffer, PasskeyRequest } from '../../src/surfaces/inbox/schemas/passkeys.ts'
export type { Report, ReportGroup, Sales, SalesReport } from '../../src/surfaces/inbox/schemas/reports.ts'
export type {
  EndpointTest,
  RuleAct,
  RuleCall,
  RuleCondition,
  RuleDraft,
  RuleEndpoint,
  RuleOutcome,
  RuleRecord,
  RuleRun,
  RuleTrial,
  RuleTrigger,
} from '../../src/surfaces/inbox/schemas/rules.ts'
export type { ScheduledLine } from '../../src/surfaces/inbox/schemas/scheduled.ts'
export type { SignInChoices, SingleSignOn } from '../../src/surfaces/inbox/schemas/single-sign-on.ts'
export type { SlackSettings } from '../../src/surfaces/inbox/schemas/slack.ts'
export type {
  ApiKey,
  AuditEntry,
  Campaigns,
  DataRequest,
  IdentitySecret,
  MailLook,
  NewApiKey,
  NewIdentitySecret,
  Store,
} from '../../src/surfaces/inbox/schemas/store.ts'
export type { BrowserStore } from '../../src/surfaces/inbox/schemas/stores.ts'
export type { Member, NewInvitation, PasswordLink, Team } from '../../src/surfaces/inbox/schemas/team.ts'
export type {
  AccessChoice,
  HandedBack,
  MemberSkills,
  StoreTeam,
  TeamDraft,
} from '../../src/surfaces/inbox/schemas/teams.ts'
export type {
  Along,
  Article,
  ArticleCollection,
  ArticlePicture,
  ArticleTranslation,
  ArticleVersion,
  CannedReply,
  CardOffer,
  ReplyActs,
} from '../../src/surfaces/inbox/schemas/texts.ts'
export type { TimelineLine } from '../../src/surfaces/inbox/schemas/timeline.ts'
export type { SavedView, SavedViewCounts } from '../../src/surfaces/inbox/schemas/views.ts'
export type {
  Delivery,
  DeliveryDetail,
  EventDigest,
  Queued,
  Webhook,
  WebhookList,
  WebhookNotice,
} from '../../src/surfaces/inbox/schemas/webhooks.ts'

export type {
  ContactCount,
  MemberContact,
  NamedSegment,
  Segment,
  SegmentTrial,
} from '../../src/surfaces/inbox/segments/schemas.ts'

/** A page of a list. */
export interface Page<T> {
  data: T[]
  paging: { nextCursor: string | null; hasMore: boolean }
}
