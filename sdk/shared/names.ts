/** The words of the storefront SDK: a shop's page may use these and no others. Script and frame share them. */

export const VERSION = '1.1.0'

export const EVENTS = [
  'sdk:ready',
  'chat:opened',
  'chat:closed',
  'chat:visibility',
  'availability:changed',
  'message:sent',
  'message:received',
  'message:failed',
  'message:read',
  'typing:changed',
  'unread:changed',
  'conversation:started',
  'conversation:state_changed',
  'conversation:assigned',
  'conversation:escalated',
  'user:identified',
  'session:reset',
  'prechat:required',
  'prechat:completed',
  'trigger:fired',
  'article:shown',
  'cart:updated',
] as const

export type EventName = (typeof EVENTS)[number]

export type View = 'home' | 'messages' | 'help'
