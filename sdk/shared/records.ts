// The server's records as a visitor sees them (docs/storefront-protocol.md).

export interface Sender {
  type: 'customer' | 'agent' | 'bot' | 'system'
  name: string
  avatarUrl: string | null
}

export interface FileRecord {
  id: string
  name: string
  size: number
  type: string
  url: string
}

export interface Message {
  id: string
  clientId: string | null
  /** Where it stands; the revision rises when it is edited or deleted. */
  position: number
  revision: number
  text: string
  sender: Sender
  createdAt: string
  isDeleted: boolean
  isEdited: boolean
  isTransfer: boolean
  isAutomated: boolean
  files: FileRecord[]
  products: Record<string, unknown>[]
  faqs: Record<string, unknown>[]
  replyTo: unknown
}

export interface Conversation {
  id: string
  status: 'open' | 'resolved'
  isChatBot: boolean
  assignee: { name: string; avatarUrl: string | null } | null
  createdAt: string | null
  lastActive: string | null
  unreadCount: number
  readByCustomer: number
  readByAgent: number
  revision: number
}

export interface Visitor {
  id: string
  isIdentified: boolean
  email: string | null
  name: string | null
  phone: string | null
  attributes: Record<string, string>
  isBlocked: boolean
}

/** What a new or resumed session answers, and the socket's `ready`. */
export interface Ready {
  token?: string
  visitor: Visitor
  session: { id: string } | null
  online: boolean
  conversation: Conversation | null
  messages: Message[]
  complete: boolean
}

export interface Field {
  name: string
  label: string
  type: 'text' | 'email' | 'phone' | 'select'
  required?: boolean
  options?: string[]
}

export interface PreChat {
  mode: 'off' | 'optional' | 'required'
  fields?: Field[]
  consent?: { text: string; required?: boolean }
}

export interface Campaign {
  key: string
  text: string
  senderName?: string
  rules?: { url?: string; seconds?: number; cartTotal?: number }
  once?: boolean
}

export interface Theme {
  color: string
  darkMode: 'auto' | 'light' | 'dark'
  position: 'right' | 'left'
  launcher: 'circle' | 'pill' | 'hidden'
  logoUrl?: string | null
  sound?: boolean
  greeting?: string | null
  intro?: string | null
}

export interface Config {
  name: string
  online: boolean
  theme: Theme
  texts: Record<string, Record<string, string>>
  locale?: string | null
  preChat: PreChat
  quickReplies: string[]
  campaigns: Campaign[]
  /** Whether there are help articles. */
  faqs: boolean
}
