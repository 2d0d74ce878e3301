import { t } from '../../base/texts.ts'

/** Names of what the audit log's entries hold, as the settings' pages call them; by their keys in records. */
const LABELS: Record<string, string> = {
  active: t('Active'),
  ai: t('AI agent'),
  afterSale: t('After the sale'),
  allowedOrigins: t('Allowed sites'),
  assigneeId: t('Assigned to'),
  autoAssign: t('Assign to the member who replies'),
  campaigns: t('Campaigns'),
  cancelHours: t('Hours to cancel, from the order'),
  channels: t('Channels'),
  collections: t('Collections'),
  color: t('Colour'),
  conditions: t('Conditions'),
  darkMode: t('Light or dark'),
  discounts: t('Discounts'),
  editHours: t('Hours to change, from the order'),
  email: t('Email'),
  idleMinutes: t('Minutes without use'),
  maxHours: t('Hours after signing in'),
  enabled: t('Turned on'),
  events: t('Events'),
  firstName: t('First name'),
  font: t('Font'),
  greeting: t('Greeting'),
  handOffTopics: t('Handoff topics'),
  headerImageUrl: t('Header picture'),
  hidesText: t('Hide the text'),
  hours: t('Opening hours'),
  humanHandoff: t('Handoff to the team'),
  instructions: t('Instructions'),
  intro: t('Introduction'),
  ipAddress: t('IP address'),
  isActive: t('Active'),
  isOn: t('Turned on'),
  isSignOut: t('By signing out'),
  kind: t('Kind'),
  languages: t('Languages'),
  lastName: t('Last name'),
  launcher: t('Launcher'),
  footer: t('Footer'),
  logoUrl: t('Logo'),
  mailLook: t('Look of emails'),
  maxTurns: t('Most answers in a row'),
  memberIds: t('Members'),
  minConfidence: t('Required confidence'),
  name: t('Name'),
  orders: t('Orders'),
  orderTracking: t('Order tracking'),
  plan: t('Plan'),
  position: t('Side'),
  preChat: t('Pre-chat form'),
  products: t('Products'),
  quickReplies: t('Quick replies'),
  rating: t('Ask how it went'),
  reason: t('Why'),
  refundDays: t('Days for refunds, from delivery'),
  reopenOnCustomerMessage: t('Reopen when the customer writes'),
  replyTime: t('Usual reply time'),
  salesReport: t('Count orders after conversations'),
  requireSecondFactor: t('Require two-factor authentication'),
  returnDays: t('Days for returns, from delivery'),
  role: t('Role'),
  shopDomain: t('Shop'),
  sizeGuide: t('Size guide'),
  skills: t('What it can do'),
  sound: t('A sound for new messages'),
  texts: t('Texts'),
  timeZone: t('Time zone'),
  training: t('What it knows'),
  transcript: t('Email transcripts'),
  url: t('URL'),
  widget: t('Widget'),
}

/** Values that records hold as one of a few words. */
export const WORDS: Record<string, string> = {
  admin: t('Admin'),
  member: t('Member'),
  light: t('Light'),
  dark: t('Dark'),
  left: t('Left'),
  right: t('Right'),
}

/** The words for a key; one that is not known is taken apart: trialEndsAt is Trial ends at. */
export function detailLabel(key: string): string {
  if (Object.hasOwn(LABELS, key)) return LABELS[key] as string
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
