import type { Random } from '#base/random.ts'
import { fill, type Phrases, phrasesOf, SHOP, type Slots } from './corpus.ts'
import type { SamplePerson } from './people.ts'
import { euros, type Item } from './shop.ts'

/** One line of a conversation, before it has a sender. */
export interface DialogueLine {
  from: 'customer' | 'store'
  text: string
  /** What it is about; null for small talk. */
  topic: string | null
  /** The customer attaches a picture. */
  hasFile: boolean
}

/** What a conversation is about, and in whose words. */
export interface Script {
  phrases: Phrases
  slots: Slots
  /** The product it turns on. */
  item: Item
  topics: Phrases['topics']
}

/** Topics that need an order to talk about, and those that need something to wear. */
const ABOUT_AN_ORDER = ['order status', 'returns', 'damaged', 'cancel or edit']
const ABOUT_CLOTHES = ['sizing', 'product question', 'damaged']

/**
 * What one conversation of this person is about, as of `start` (milliseconds since 1970): an order they have made by
 * then, or something they might buy. `agentName` is the member who may answer.
 */
export function makeScript(
  person: SamplePerson | null,
  items: Item[],
  { start, agentName }: { start: number; agentName: string },
  random: Random,
): Script {
  const phrases = phrasesOf(person?.language ?? 'en')
  const orders = person?.orders.filter(({ createdAt }) => createdAt < start) ?? []
  const order = orders.length > 0 ? random.pick(orders) : null
  const item = order
    ? (order.lines.find((line) => isWorn(line.item)) ?? order.lines[0])?.item
    : random.pick(items.filter(isWorn))
  if (!item) throw new Error('an order without lines')
  const sizes = item.sizes.length > 1 ? item.sizes : ['M', 'L']
  const size = random.between(0, sizes.length - 2)
  const topics = phrases.topics.filter(
    ({ tag }) => (order !== null || !ABOUT_AN_ORDER.includes(tag)) && (isWorn(item) || !ABOUT_CLOTHES.includes(tag)),
  )
  const first = random.pick(topics)
  return {
    phrases,
    item,
    topics: [first, ...topics.filter((topic) => topic !== first && random.chance(0.4))],
    slots: {
      name: person?.calledName ?? '',
      agent: agentName,
      order: order?.orderNumber ?? '',
      product: item.title,
      size: sizes[size] as string,
      size2: sizes[size + 1] as string,
      days: String(random.between(2, 6)),
      carrier: order?.carrier ?? random.pick(SHOP.carriers),
      tracking: order?.trackingNumber ?? random.digits('00340##############'),
      city: person?.city ?? 'Lisbon',
      price: `€${euros(order?.total ?? item.price).amount}`,
      code: 'WELCOME10',
    },
  }
}

function isWorn(item: Item): boolean {
  return item.sizes.includes('M')
}

/** The first `count` lines of a conversation. The customer begins; longer ones end with thanks. */
export function* speak(script: Script, count: number, random: Random): Generator<DialogueLine> {
  const { phrases } = script
  const closing = count >= 5 ? 2 : 0
  const body = speakOn(script, random)
  for (let i = 0; i < count - closing; i++) yield body.next().value
  if (closing > 0) {
    yield line('customer', random.pick(phrases.thanks), script)
    yield line('store', random.pick(phrases.bye), script)
  }
}

/** Topic after topic, with small talk in between, without end. */
function* speakOn(script: Script, random: Random): Generator<DialogueLine, never> {
  const { phrases, topics } = script
  for (let i = 0; ; i++) {
    const topic = topics[i % topics.length] as Phrases['topics'][number]
    const question = random.between(0, topic.ask.length - 1)
    const greeting = i === 0 && random.chance(0.7) ? `${random.pick(phrases.hello)} ` : ''
    yield line('customer', greeting + topic.ask[question], script, topic.tag)
    // Answers stand in the order of their questions.
    yield line('store', topic.answer[question] as string, script, topic.tag)
    if (random.chance(0.7)) {
      const further = random.between(0, topic.more.length - 1)
      const hasFile = topic.tag === 'damaged' && further === 0
      yield line('customer', topic.more[further] as string, script, topic.tag, hasFile)
      yield line('store', topic.reply[further] as string, script, topic.tag)
    }
    if (random.chance(0.4)) {
      yield line('customer', random.pick(phrases.chat), script)
      if (random.chance(0.3)) yield line('customer', random.pick(phrases.chat), script)
      yield line('store', random.pick(phrases.chatReply), script)
    }
  }
}

function line(
  from: DialogueLine['from'],
  text: string,
  { slots }: Script,
  topic: string | null = null,
  hasFile = false,
): DialogueLine {
  return { from, text: fill(text, slots), topic, hasFile }
}
