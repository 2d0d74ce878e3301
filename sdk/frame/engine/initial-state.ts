import { readConfig } from '../../shared/config.ts'
import type { EngineState } from './state.ts'
import type { StorageBox } from './storage.ts'

/** All that is about a person and what they do: what is left of it when they log out. */
export const NOBODY = {
  visitor: null,
  session: null,
  isOffline: false,
  conversation: null,
  isEarlier: false,
  conversations: [],
  messages: [],
  hasOlder: false,
  outbox: [],
  typing: null,
  draft: '',
  tray: [],
  refusals: [],
  preChatDone: false,
  preChatFields: {},
  rated: {},
  scores: {},
  campaign: null,
  peek: null,
  picture: null,
  lastOrder: null,
  order: null,
} satisfies Partial<EngineState>

export const UNTOUCHED: EngineState = {
  ...NOBODY,
  config: readConfig(null),
  locale: 'en',
  aiAgent: null,
  open: false,
  takesFocus: true,
  view: 'home',
  connected: false,
  online: false,
  articleId: null,
  isFromAnswer: false,
}

/** What this browser has kept from the page before. */
export const keptBy = (storage: StorageBox): Partial<EngineState> => ({
  outbox: storage.outbox(),
  draft: storage.get('draft') ?? '',
  preChatDone: storage.get('preChatDone') === true,
  rated: storage.get('rated') ?? {},
  scores: storage.get('scores') ?? {},
})
