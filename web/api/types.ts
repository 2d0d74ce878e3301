/** Records as /api/chat gives them (spec 2; docs/storefront-protocol.md for what is beside them). */

export interface Conversation {
  id: string
  pgConvoId: string | null
  customerUuid: string | null
  customerName: string | null
  customerEmail: string | null
  customerType: string
  status: 'open' | 'resolved'
  isChatBot: boolean
  hasChatBot: boolean
  isRead: boolean
  isCustomerRead: boolean
  isOnline: boolean
  isBlock: boolean
  isStarred: boolean
  memberId: string | null
  channels: string[]
  tags: string[]
  messageCount: number | null
  lastMessage: { text: string; senderType: string; createdAt: string } | null
  lastActive: string | null
  createdAt: string | null
  isRedacted?: true
}

export interface Message {
  id: string
  text: string
  senderName: string
  memberId: string | null
  isAdmin: boolean
  isAutomated: boolean
  isBot: boolean
  isNote: boolean
  isTransfer: boolean
  isDeleted: boolean
  chatbotProducts: Record<string, unknown>[]
  chatbotFaqs: Record<string, unknown>[]
  files: { name?: string; url?: string; type?: string; size?: number }[]
  createdAt: string
  position: number
  revision: number
  clientId: string | null
}

export interface Member {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  fullName: string
  avatarUrl: string
  role: 'admin' | 'member'
  active: boolean
  enableAwayMode: boolean | null
  createdAt: string
}

export interface Me {
  member: Member
  hasSecondFactor: boolean
  store: { shopId: string; appId: string; name: string; plan: string }
}

export interface Contact {
  id: string
  type: string
  name: string | null
  firstName: string | null
  lastName: string | null
  email: string | null
  phone: string | null
  tags: string[] | null
  note: string | null
  customAttributes: Record<string, string> | null
  city: string | null
  country: string | null
  ordersCount: number | null
  totalSpent: number | null
  ipLocation: string | null
  browser: string | null
  os: string | null
  deviceType: string | null
  lastChatAt: string | null
  createdAt: string
  isRedacted?: true
}

export interface Order {
  orderNumber: string
  status: string
  financialStatus: string | null
  fulfillmentStatus: string | null
  createdAt: string
  total: { amount: string; currencyCode: string }
  lineItems: { title: string; variantTitle: string | null; quantity: number }[]
  shipments: { carrier: string | null; trackingNumber: string | null; trackingUrl: string | null; status: string }[]
  statusUrl: string | null
}

export interface Context {
  contact: Contact | null
  notes: { id: string; text: string; isUpdated: boolean }[]
  attributes: { id: string; name: string; value: string }[]
  pages: { url: string; title: string; viewedAt: string }[]
  said: { kind: string; data: Record<string, unknown>; updatedAt: string }[]
  events: { id: string; name: string; props: Record<string, unknown> | null; createdAt: string }[]
  summary: { text: string } | null
  orders: Order[]
  related: Conversation[]
}

export interface CannedReply {
  id: string
  shortcut: string
  text: string
}

export interface Paging {
  nextCursor: string | null
  hasMore: boolean
}

export interface Counts {
  mine: number
  unassigned: number
  open: number
  ai: number
  starred: number
  unread: number
}
