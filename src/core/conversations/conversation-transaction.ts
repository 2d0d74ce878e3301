import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { withEachOnce } from '#channels/email/recipients.ts'
import { countTextParts } from '#channels/message-parts.ts'
import type { Caller } from '#core/caller.ts'
import { ErrorWithoutStack, notFound } from '#core/errors.ts'
import type { SentFile } from '#core/files/files.ts'
import { enqueueRuleJobs, type RuleEvents, scheduleMissedTargetJob } from '#core/rules/enqueue-rule-jobs.ts'
import { isSlackConnected } from '#core/slack/connection.ts'
import { completeSettings, type Settings } from '#core/stores/settings.ts'
import { isMissNotified } from '#core/targets/clock.ts'
import { updateReplyClocks } from '#core/targets/update-clocks.ts'
import { defaultTeamFor, enqueueTeamAssignment } from '#core/teams/enqueue-team-assignment.ts'
import { notifyUnassigned, startsToWait } from '#core/teams/notify-unassigned.ts'
import type { OutboxEvent } from '#core/webhooks/events.ts'
import type { Queries, Transaction } from '#database/database.ts'
import { insertOutbound, type OutboundWay } from '#storage/channels/outbound.ts'
import { ensureThread } from '#storage/channels/threads.ts'
import type { ConversationPatch } from '#storage/conversations/columns.ts'
import {
  type AssigneeState,
  type Author,
  type ConversationRow,
  type LockedConversation,
  lockConversation,
  marksOf,
  type StoreFacts,
} from '#storage/conversations/conversations.ts'
import { countVisibleMessages, type NewMessage, type StoredMessage } from '#storage/conversations/messages.ts'
import { type Act, writeAct } from '#storage/conversations/write-conversation.ts'
import { watchForMissedReply } from '#storage/mail/missed-replies.ts'
import { queueSlackPost } from '#storage/slack/jobs.ts'
import { takeConversationNumbers } from '#storage/stores/stores.ts'
import type { ConversationView } from './conversations.ts'
import { type DeliveryRoute, findDeliveryRoute } from './delivery-route.ts'
import { firstReplyBy } from './sender-fields.ts'

// How an act writes to a conversation. Past 300 lines, for what an act may say and what follows from it share one change's state.

/** What an act did: its own result, the conversation as clients see it now, and the messages it wrote, in order. */
export interface Changed<T> {
  result: T
  conversation: ConversationView
  messages: StoredMessage[]
}

/**
 * Changes a conversation: the one way in which every act writes to one. The conversation (named by any of its three ids;
 * NOT_FOUND for none) is locked, so that writers take turns; one in the older datastore is moved; then `act` says what
 * changes, and all of it is written at once: columns, messages, events. An act that changes nothing writes nothing.
 */
export function changeConversation<T>(
  { shop }: Pick<Caller, 'shop'>,
  id: string,
  act: (change: ConversationChange) => Promise<T> | T,
  /** The acting member, if the change needs them: they are its `author`. */
  memberId?: string,
): Promise<Changed<T>> {
  return changeConversationAfterRead({ shop }, id, async () => {}, act, memberId)
}

/** Changes a conversation after reading more: the statements of `read` are sent together with the lock's. */
export function changeConversationAfterRead<T, R>(
  { shop }: Pick<Caller, 'shop'>,
  id: string,
  read: (tx: Queries) => Promise<R>,
  act: (change: ConversationChange, known: R) => Promise<T> | T,
  memberId?: string,
): Promise<Changed<T>> {
  return shop.transaction(async (tx) => {
    const [change, known] = await Promise.all([openChange(tx, id, memberId), read(tx)])
    const result = await act(change, known)
    return { result, ...(await change.save('last')) }
  })
}

/** Opens a change that is a part of a larger transaction: the caller saves it. */
export async function openChange(tx: Transaction, id: string, memberId?: string): Promise<ConversationChange> {
  const conversation = await lockConversation(tx, id, memberId)
  if (!conversation) throw notFound('Conversation')
  return changeFromLockedRow(tx, conversation)
}

/** Opens a change of a conversation that is locked already. */
export async function changeFromLockedRow(
  tx: Transaction,
  conversation: LockedConversation,
): Promise<ConversationChange> {
  const change = new ConversationChange(tx, conversation, conversation)
  if (conversation.datastore !== 'postgresql') {
    change.set({ datastore: 'postgresql' })
    if (conversation.pgConvoId === null) change.set({ pgConvoId: String(await takeConversationNumbers(tx, 1)) })
  }
  return change
}

/** Thrown by acts that say something in a conversation that was merged: it is said in the one that stays. */
class ConversationMergedError extends ErrorWithoutStack {
  readonly into: string
  constructor(into: string) {
    super('this conversation was merged into another one')
    this.into = into
  }
}

/** Does what says something in a conversation; where that was merged, once more in the one that it was merged into. */
export async function withMergedRedirect<T>(id: string, say: (id: string) => Promise<T>): Promise<T> {
  try {
    return await say(id)
  } catch (error) {
    if (error instanceof ConversationMergedError) return withMergedRedirect(error.into, say)
    throw error
  }
}

/** Part of every act that says something: nothing is said any more in a conversation that was merged (withMergedRedirect). */
export function requireNotMerged({ conversation }: ConversationChange): void {
  if (conversation.mergedInto !== null) throw new ConversationMergedError(conversation.mergedInto)
}

/** A conversation that is locked, and what an act changes of it. */
export class ConversationChange {
  readonly tx: Transaction
  /** As it was before. */
  readonly conversation: ConversationRow
  /** Whom it was opened for; undefined where the store has no such member. */
  readonly author: Author | undefined
  /** Taken after the lock: who waited for the conversation comes later than whom it waited for. */
  readonly now = currentTime()
  readonly #patch: Partial<ConversationPatch> = {}
  readonly #messages: NewMessage[] = []
  readonly #events: OutboxEvent[] = []
  readonly #statements: (() => Promise<unknown>)[] = []
  readonly #relayed = new Set<NewMessage>()
  readonly #ways = new Map<NewMessage, OutboundWay>()
  readonly #templates = new Map<NewMessage, object>()
  readonly #happened: RuleEvents = {}
  /** The contact who wrote the newest message, if a customer did. */
  #writer: string | undefined
  #isHandedOver = false
  #isWaitAnnounced = false
  #isByRules = false
  #isClockStopped = false
  /** Whether the store has something is undefined where that was not read: then it is looked for. */
  readonly #store: Pick<StoreFacts, 'settings'> & Partial<StoreFacts>
  #settings: Settings | undefined
  #after: ConversationRow | undefined
  #position: bigint
  #way: Promise<DeliveryRoute> | undefined

  constructor(
    tx: Transaction,
    conversation: ConversationRow & { author?: Author | null },
    store: Pick<StoreFacts, 'settings'> & Partial<StoreFacts>,
  ) {
    this.tx = tx
    this.#store = store
    this.conversation = conversation
    this.author = conversation.author ?? undefined
    this.#position = BigInt(conversation.lastPosition)
  }

  /** The store's settings, as they were when the conversation was locked. */
  get settings(): Settings {
    this.#settings ??= completeSettings(this.#store.settings)
    return this.#settings
  }

  /** Whether the conversation is spam, as the act has left it so far: then nobody is notified and no rule runs. */
  get isSpam(): boolean {
    return this.after.statusBeforeSpam !== null
  }

  /** Whether the member who has the conversation is there, as the act has left it so far; null where nobody has it. */
  get assigneeState(): AssigneeState | null {
    const { memberId } = this.after
    if (memberId === null) return null
    return memberId === this.conversation.memberId ? (this.#store.assigneeState ?? 'here') : 'here'
  }

  /** The conversation as the act has left it so far, but for its ready JSON. Made once between changes: it has sixty fields. */
  get after(): Readonly<ConversationRow> {
    this.#after ??= { ...this.conversation, ...this.#patch }
    return this.#after
  }

  /** Gives columns a new value. */
  set(patch: Partial<ConversationPatch>): void {
    Object.assign(this.#patch, patch)
    this.#after = undefined
  }

  /** Adds a message at the end. What the customer can see of it, lists show. */
  write(
    message: Pick<NewMessage, 'senderType' | 'senderName' | 'memberId' | 'isAdmin' | 'text'> & Partial<NewMessage>,
  ): NewMessage {
    const isFirst = !this.conversation.hasFirstMsg && !message.isNote && !message.isTransfer
    const flags = { isAutomated: false, isBot: false, isNote: false, isFirst, isTransfer: false }
    const written = { id: newId(), position: this.nextRevision(), createdAt: this.now, ...flags, ...message }
    this.#messages.push(written)
    return written
  }

  /** Writes a message that the customer has already received in another way. */
  writeRelayed(message: Parameters<ConversationChange['write']>[0]): NewMessage {
    const written = this.write(message)
    this.#relayed.add(written)
    return written
  }

  /** Sends a message by another way than the conversation's. */
  sendBy(message: NewMessage, way: OutboundWay): void {
    this.#ways.set(message, way)
  }

  /** Sends a message that the act wrote as a template: the channel gets this instead of the text. */
  sendAsTemplate(message: NewMessage, template: object): void {
    this.#templates.set(message, template)
  }

  /** The way that replies take, and whether it is open. Read once. */
  deliveryRoute(): Promise<DeliveryRoute> {
    this.#way ??= findDeliveryRoute(this.tx, this.conversation, this.now, this.#store.hasAccounts)
    return this.#way
  }

  /** Adds an event for the store's webhook subscriptions, which hear nothing of the playground's conversations. */
  emit(event: OutboxEvent): void {
    if (!this.conversation.isPlayground) this.#events.push(event)
  }

  /** Queues events for the store's rules. Changes made by rules trigger no rules. */
  recordRuleEvents(what: RuleEvents): void {
    Object.assign(this.#happened, what)
  }

  /** Nobody waits for an answer to what the act says: the conversation's clock stays as it is. */
  stopClock(): void {
    this.#isClockStopped = true
  }

  /** Marks this change as made by rules, so that it triggers no rules itself. */
  markAsRuleChange(): void {
    this.#isByRules = true
  }

  /** Records a handoff of the AI agent: gives an unassigned conversation to the team for handoffs. */
  markAsHandoff(): void {
    this.#isHandedOver = true
  }

  /** Notifies who chose it that the customer waits and nobody has the conversation, even if the customer waited before. */
  announceWaiting(): void {
    this.#isWaitAnnounced = true
  }

  /** Adds a statement that is sent together with the others, for what the act writes in other tables. */
  addStatement(statement: () => Promise<unknown>): void {
    this.#statements.push(statement)
  }

  /** The number of the next change (docs/decisions/0010): a new message's position, or an edited one's revision. */
  nextRevision(): string {
    return String(++this.#position)
  }

  /** Writes everything in one round trip; with `last` the transaction's commit leaves with it, and nothing may follow. */
  async save(when: 'last' | 'more'): Promise<{ conversation: ConversationView; messages: StoredMessage[] }> {
    const { tx, conversation } = this
    await this.#describeMessages()
    await this.#sendMessages()
    await this.#tellRules()
    await this.#tellTeams()
    await this.#tellSlack()
    await this.#notifyUnassigned()
    await this.#tellClock()
    this.#signalMove()
    const act = {
      messages: this.#messages,
      patch: this.#wholePatch(),
      writer: this.#writer,
      events: this.#events,
      webhooks: this.#store.webhooks,
    }
    const send = () =>
      Promise.all([writeAct(tx, conversation.id, act), ...this.#statements.map((statement) => statement())])
    const [{ messages, conversation: now }] = await (when === 'last' ? tx.last(send) : send())
    const { renderedJson, datastore } = conversation
    const view = now
      ? { ...now, source: 'postgresql' as const }
      : { renderedJson, source: datastore, ...marksOf(conversation) }
    return { conversation: view, messages }
  }

  /** Sockets of members who may no longer see the conversation drop it. */
  #signalMove(): void {
    const { id, memberId, teamId } = this.conversation
    const isMoved = this.after.memberId !== memberId || this.after.teamId !== teamId
    if (isMoved) this.tx.signal({ kind: 'moved', id, memberId, teamId })
  }

  /** Count, preview and activity look at what the customer can see: no notes, no transfer lines (spec C9.3). */
  async #describeMessages(): Promise<void> {
    const { tx, conversation } = this
    if (String(this.#position) !== conversation.lastPosition) this.set({ lastPosition: String(this.#position) })
    if (conversation.firstReplyBy === null) {
      const by = firstReplyBy(this.#messages, conversation.lastCustomerAt !== null)
      if (by !== null) this.set({ firstReplyBy: by })
    }
    const visible = this.#messages.filter(({ isNote, isTransfer }) => !isNote && !isTransfer)
    const newest = visible.at(-1)
    if (!newest) return
    const before = conversation.messageCount ?? (await countVisibleMessages(tx, conversation.id))
    const lastMessage = { text: previewOf(newest), senderType: newest.senderType, createdAt: newest.createdAt }
    this.set({ messageCount: before + visible.length, lastMessage, lastActive: this.now, hasFirstMsg: true })
    // A message from either side takes care of a returned conversation.
    if (conversation.returnedAt !== null) this.set({ returnedAt: null })
    const { contactId } = conversation
    if (newest.senderType === 'customer' && contactId) this.#writer = contactId
    this.recordRuleEvents({ said: newest })
  }

  /** Queues messages of the store's side, by any sender, on the conversation's channel (spec 4.2.1). */
  async #sendMessages(): Promise<void> {
    const { tx, conversation, now } = this
    const said = this.#messages.filter(
      (message) =>
        (isSaidByStore(message) || this.#templates.has(message)) && !message.isNote && !this.#relayed.has(message),
    )
    if (said.length === 0 || conversation.isPlayground) return
    if (conversation.channel === 'online_store') {
      // Visitors who are online see it; those who left, and gave an email address, may get it by mail.
      const { isOnline, customerEmail, id } = conversation
      if (!isOnline && customerEmail) this.addStatement(() => watchForMissedReply(tx, id, now))
      return
    }
    const { leavesBy, copies } = await this.deliveryRoute()
    if (!leavesBy) return
    const { accountId, recipient } = leavesBy
    const conversationId = conversation.id
    this.addStatement(() => ensureThread(tx, { conversationId, accountId, recipient }))
    const toAll = copies.length > 0 ? withEachOnce({ to: [recipient], cc: copies, bcc: [] }) : null
    for (const message of said) {
      const { id: messageId, position, text = '', files = [] } = message
      const template = this.#templates.get(message) ?? null
      const textParts = countTextParts(conversation.channel, { text, files: files as SentFile[], template })
      // What the AI agent says may be about the customer's orders: it is for them alone.
      const usual = { accountId, recipients: isByMember(message) ? toAll : null }
      const sent = { messageId, conversationId, position, textParts, template, ...(this.#ways.get(message) ?? usual) }
      this.addStatement(() => insertOutbound(tx, sent, now))
    }
  }

  async #tellRules(): Promise<void> {
    const { tx, conversation, now } = this
    if (
      conversation.isPlayground ||
      this.isSpam ||
      this.#store.hasRules === false ||
      Object.keys(this.#happened).length === 0
    )
      return
    for (const statement of await enqueueRuleJobs(tx, conversation, this.#happened, now)) this.addStatement(statement)
  }

  async #tellSlack(): Promise<void> {
    const { tx, conversation, now } = this
    const { message } = this.#happened
    if (!message || conversation.isPlayground || this.isSpam || !(await isSlackConnected(tx))) return
    const job = { id: newId(), conversationId: conversation.id, messageId: message.id, now }
    this.addStatement(() => queueSlackPost(tx, job))
  }

  async #tellTeams(): Promise<void> {
    const { tx, conversation, now } = this
    if (conversation.isPlayground || this.isSpam) return
    const isNew = this.#happened.isNew ?? false
    const team = await defaultTeamFor(tx, { isNew, isHandedOver: this.#isHandedOver }, this.after)
    if (team !== undefined) this.set({ teamId: team })
    const after = this.after
    const statement = await enqueueTeamAssignment(tx, isNew ? null : conversation, after, now)
    if (statement) this.addStatement(statement)
  }

  async #notifyUnassigned(): Promise<void> {
    const { tx, conversation, now } = this
    const isByCustomer = this.#messages.some(({ senderType }) => senderType === 'customer')
    const isAnnounced = isByCustomer || this.#isHandedOver || this.#isWaitAnnounced
    if (conversation.isPlayground || this.isSpam || !isAnnounced) return
    const isKnown = !this.#happened.isNew && !this.#isWaitAnnounced
    const before = isKnown ? { ...conversation, assigneeState: this.#store.assigneeState ?? null } : null
    if (!startsToWait(before, { ...this.after, assigneeState: this.assigneeState })) return
    for (const statement of await notifyUnassigned(tx, this.after, now)) this.addStatement(statement)
  }

  async #tellClock(): Promise<void> {
    const { tx, conversation, now } = this
    if (conversation.isPlayground || this.#isClockStopped) return
    const last = this.#messages.findLast(({ isNote, senderType }) => !isNote && SIDES[senderType])
    const ticked = { isNew: this.#happened.isNew ?? false, said: last ? SIDES[last.senderType] : null, now }
    const { patch, statements } = await updateReplyClocks(tx, conversation, this.after, ticked, this.#store.hasTargets)
    this.set(patch)
    for (const statement of statements) this.addStatement(statement)
    const { dueAt } = patch
    if (!dueAt) return
    const isKnown = isMissNotified(this.after)
    // A missed target after rules' own changes is reported, but does not trigger them: a priority could change back and forth.
    if (this.#isByRules && isKnown && dueAt <= now) return
    const missed = await scheduleMissedTargetJob(tx, conversation, { dueAt, isTold: isKnown })
    if (missed) this.addStatement(missed)
  }

  /** What changes, and what follows from it; undefined where nothing does. */
  #wholePatch(): Act['patch'] {
    const patch = this.#patch
    if (Object.keys(patch).length === 0) return undefined
    const position = patch.lastPosition ?? this.conversation.lastPosition
    if (patch.isRead) patch.agentPosition ??= position
    if (patch.isCustomerRead) patch.customerPosition ??= position
    return { ...patch, updatedAt: this.now }
  }
}

/** Whom a message is from, for what a customer waits for: what programs say by themselves answers nobody. */
const SIDES = { customer: 'customer', agent: 'team', bot: null, system: null } as const

/** What lists show of a message: its text, otherwise its first file's name. */
export function previewOf({ text, files }: Pick<NewMessage, 'text' | 'files'>): string {
  return text || (files as { name: string }[] | undefined)?.[0]?.name || ''
}

const isByMember = ({ senderType }: NewMessage) => senderType === 'agent'
const isSaidByStore = (message: NewMessage) => isByMember(message) || message.senderType === 'bot'
