import type { Random } from '#base/random.ts'
import { SYSTEM_NAME, VISITOR_NAME } from '#core/conversations/sender-fields.ts'
import { AI_AGENT_NAME } from '#core/stores/settings.ts'
import type { SenderType } from '#storage/conversations/columns.ts'
import { fill, SHOP } from './corpus.ts'
import { type DialogueLine, type Script, speak } from './dialogue.ts'
import { HOUR, MINUTE } from './sample.ts'

/** Message ids count from the conversation's number; no conversation is longer than this. */
export const MESSAGES_MAX = 16_384

/** A message of a conversation, as the table holds it but for its place there. */
export interface SampleMessage {
  senderType: SenderType
  senderName: string
  memberId: string | null
  text: string
  contentType: 'text' | 'file'
  isAdmin: boolean
  isAutomated: boolean
  isBot: boolean
  isNote: boolean
  isFirst: boolean
  isTransfer: boolean
  isQuickReplyMsg: boolean
  isAskBotMessage: boolean
  isDeleted: boolean
  topic: string | null
  chatbotProducts: object[]
  chatbotFaqs: object[]
  files: object[]
  createdAt: Date
}

export interface Cast {
  customerName: string | null
  member: { id: string; fullName: string }
  /** Sender of answers: a member, the AI agent, or first one and then the other. */
  answeredBy: 'member' | 'bot' | 'both'
  /** Mail is answered within hours, chat within minutes. */
  isSlow: boolean
}

/**
 * `count` messages from `start` on, all of them over by `until` (both in milliseconds). Among what is said there are
 * internal notes, a few deleted messages, and a transfer line where the AI agent hands off to the member.
 */
export function makeMessages(
  script: Script,
  cast: Cast,
  count: number,
  { start, until }: { start: number; until: number },
  random: Random,
): SampleMessage[] {
  const messages: SampleMessage[] = []
  const handOver = cast.answeredBy === 'both' ? Math.min(count - 3, random.between(2, 6)) : -1
  let isBot = cast.answeredBy !== 'member'
  const lines = speak(script, count, random)
  while (messages.length < count) {
    if (handOver >= 0 && isBot && messages.length >= handOver) {
      isBot = false
      messages.push(
        customerMessage(cast, fill(random.pick(script.phrases.person), script.slots)),
        transferLine(cast),
        memberMessage(cast, fill(random.pick(script.phrases.pickup), script.slots)),
      )
      continue
    }
    if (!isBot && messages.length > 0 && messages.length < count - 1 && random.chance(0.03)) {
      messages.push({ ...memberMessage(cast, fill(random.pick(SHOP.internalNotes), script.slots)), isNote: true })
      continue
    }
    messages.push(
      say(lines.next().value as DialogueLine, { script, cast, isBot, isFirst: messages.length === 0 }, random),
    )
  }
  const first = messages[0]
  if (first) first.isFirst = true
  setTimes(messages, { start, until, isSlow: cast.isSlow }, random)
  return messages
}

interface Moment {
  script: Script
  cast: Cast
  isBot: boolean
  isFirst: boolean
}

function say(line: DialogueLine, { script, cast, isBot, isFirst }: Moment, random: Random): SampleMessage {
  if (line.from === 'customer') {
    const message = { ...customerMessage(cast, line.text), isAskBotMessage: isBot, topic: isBot ? line.topic : null }
    return line.hasFile || (!isFirst && random.chance(0.015)) ? withFile(message, random) : message
  }
  if (isBot) return { ...botMessage(line.text), topic: line.topic, ...shown(line.topic, script) }
  const message = memberMessage(cast, line.text)
  if (random.chance(0.02)) return { ...message, isDeleted: true }
  return { ...message, isQuickReplyMsg: line.topic !== null && random.chance(0.08) }
}

/** What the AI agent shows beside its answer. */
function shown(topic: string | null, { item }: Script) {
  if (topic === 'sizing' || topic === 'product question') {
    return { chatbotProducts: [{ id: item.id, title: item.title, url: item.url, price: item.price.toFixed(2) }] }
  }
  if (topic === 'shipping' || topic === 'returns') {
    const faq = SHOP.faqs.find(({ url }) => url === `/demo/help/${topic}`)
    return faq ? { chatbotFaqs: [{ question: faq.question, url: faq.url }] } : {}
  }
  return {}
}

function withFile(message: SampleMessage, random: Random): SampleMessage {
  const [name = '', mimeType = ''] = random.pick(SHOP.files)
  const url = `https://files.example/${random.code(12)}/${encodeURIComponent(name)}`
  return { ...message, contentType: 'file', files: [{ name, mimeType, size: random.between(20_000, 4_000_000), url }] }
}

/** Times in the order of the messages: quick from the AI agent, in minutes or hours from people, some only next day. */
function setTimes(
  messages: SampleMessage[],
  { start, until, isSlow }: { start: number; until: number; isSlow: boolean },
  random: Random,
): void {
  let time = 0
  const offsets = messages.map((message, i) => {
    if (i === 0) return 0
    const pause =
      message.isBot || message.isTransfer ? 4_000 : isSlow ? 2 * HOUR : message.isAdmin ? 4 * MINUTE : MINUTE
    time += 1 + pause * (0.3 + 1.4 * random.fraction())
    if (!message.isBot && !message.isTransfer && random.chance(0.05)) time += random.between(2, 20) * HOUR
    return time
  })
  const squeeze = Math.min(1, (until - start) / Math.max(1, time))
  for (const [i, message] of messages.entries()) {
    message.createdAt = new Date(start + Math.floor((offsets[i] as number) * squeeze))
  }
}

const BLANK: Omit<SampleMessage, 'senderType' | 'senderName' | 'text'> = {
  memberId: null,
  contentType: 'text',
  isAdmin: false,
  isAutomated: false,
  isBot: false,
  isNote: false,
  isFirst: false,
  isTransfer: false,
  isQuickReplyMsg: false,
  isAskBotMessage: false,
  isDeleted: false,
  topic: null,
  chatbotProducts: [],
  chatbotFaqs: [],
  files: [],
  createdAt: new Date(0),
}

function customerMessage(cast: Cast, text: string): SampleMessage {
  return { ...BLANK, senderType: 'customer', senderName: cast.customerName ?? VISITOR_NAME, text }
}

function botMessage(text: string): SampleMessage {
  return { ...BLANK, senderType: 'bot', senderName: AI_AGENT_NAME, isAdmin: true, isBot: true, text }
}

function memberMessage({ member }: Cast, text: string): SampleMessage {
  return { ...BLANK, senderType: 'agent', senderName: member.fullName, memberId: member.id, isAdmin: true, text }
}

function transferLine({ member }: Cast): SampleMessage {
  const text = `${member.fullName} took over from the AI agent.`
  return {
    ...BLANK,
    senderType: 'system',
    senderName: SYSTEM_NAME,
    isAdmin: true,
    isAutomated: true,
    isTransfer: true,
    text,
  }
}
