import { useQuery } from '@tanstack/react-query'
import { Fragment, type KeyboardEvent } from 'react'
import { approvalsQuery, decideApproval } from '../../../api/approvals.ts'
import type { ApprovalLine, OrderApprovalLine, RunApprovalLine } from '../../../api/records.ts'
import { price } from '../../../base/money.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { useAttempt } from '../../../ui/forms.ts'
import { toast } from '../../../ui/toast.tsx'
import { ACTIONS, wordsOf } from './action-words.ts'
import './approvals.css'

/** Order actions and own actions of the store that wait for a member, each on a card. */
export default function Approvals({ id }: { id: string }) {
  const { data } = useQuery(approvalsQuery(id))
  const waiting = data?.filter(({ state }) => state === 'waiting') ?? []
  return waiting.map((one) => <ApprovalCard key={one.id} id={id} approval={one} />)
}

/** What the AI agent prepared. While the card itself has the focus, Enter approves and Esc declines. */
function ApprovalCard({ id, approval }: { id: string; approval: ApprovalLine }) {
  const { isBusy, attempt } = useAttempt()
  const decide = (isApproved: boolean) =>
    attempt(async () => toast(outcomeOf(await decideApproval(id, approval.id, isApproved))))
  const press = (event: KeyboardEvent) => {
    const decision = { Enter: true, Escape: false }[event.key]
    if (decision === undefined || event.target !== event.currentTarget || event.repeat || isBusy) return
    event.preventDefault() // Esc would lead back to the list
    void decide(decision)
  }
  const title = t('Approval needed: {0}', approval.kind === 'custom' ? approval.actionName : ACTIONS[approval.kind])
  return (
    <article
      className="approval"
      aria-label={title}
      aria-busy={isBusy}
      aria-keyshortcuts="Enter Escape"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys decide only while the card has the focus
      tabIndex={0}
      onKeyDown={press}
    >
      <h2>{title}</h2>
      <dl>
        {approval.kind === 'custom' ? <RunFacts run={approval} /> : <OrderFacts approval={approval} />}
        <dt>{t('Customer’s words')}</dt>
        <dd dir="auto" className="approval-reason">
          {approval.reason}
        </dd>
      </dl>
      <div className="approval-acts">
        <Button kind="primary" busy={isBusy} onClick={() => void decide(true)}>
          {t('Approve')} <kbd>Enter</kbd>
        </Button>
        <Button disabled={isBusy} onClick={() => void decide(false)}>
          {t('Decline')} <kbd>Esc</kbd>
        </Button>
      </div>
    </article>
  )
}

/** The order, as it is and as it would be. */
function OrderFacts({ approval }: { approval: OrderApprovalLine }) {
  const { before, after } = changeOf(approval)
  return (
    <>
      <dt>{t('Order')}</dt>
      <dd dir="auto">
        #{approval.orderId} · {approval.emailKey}
      </dd>
      <dt>{t('Before')}</dt>
      <dd dir="auto">{before}</dd>
      <dt>{t('After')}</dt>
      <dd dir="auto">{after}</dd>
    </>
  )
}

/** What an own action is called with: order and address, as the service filled them in, and its parameters. */
function RunFacts({ run: { orderNumber, email, input } }: { run: RunApprovalLine }) {
  const whose = [orderNumber && `#${orderNumber}`, email].filter(Boolean).join(' · ')
  return (
    <>
      {whose && (
        <>
          <dt>{orderNumber ? t('Order') : t('Email')}</dt>
          <dd dir="auto">{whose}</dd>
        </>
      )}
      {Object.entries(input).map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{String(value)}</dd>
        </Fragment>
      ))}
    </>
  )
}

/** The order as it is, and as it would be. */
function changeOf({ kind, before, request }: OrderApprovalLine): { before: string; after: string } {
  const money = (amount: string) => price(amount, before.left.currencyCode)
  if (kind === 'return')
    return { before: itemsOf(before.returnable), after: t('Sent back: {0}', itemsOf(request.items)) }
  if (kind === 'address') return { before: linesOf(before.address), after: linesOf(request.address ?? null) }
  if (kind === 'refund') {
    return {
      before: t('{0} can be refunded', money(before.left.amount)),
      after: t('{0} is refunded', money(request.amount ?? '')),
    }
  }
  const refunded = request.refunds ? t('{0} is refunded', money(before.left.amount)) : t('Nothing is refunded')
  return {
    before: t('Total {0}', price(before.total.amount, before.total.currencyCode)),
    after: `${t('Order cancelled')} · ${refunded}`,
  }
}

const itemsOf = (items: OrderApprovalLine['request']['items'] = []) =>
  items.map(({ title, quantity }) => `${quantity} × ${title}`).join(', ')

function linesOf(address: OrderApprovalLine['before']['address']): string {
  if (!address) return '–'
  const { firstName, lastName, company, address1, address2, zip, city, province, countryCode, phone } = address
  return [`${firstName} ${lastName}`, company, address1, address2, `${zip} ${city}`, province, countryCode, phone]
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ')
}

/** What became of it, which may be what somebody else decided before. */
function outcomeOf(approval: ApprovalLine): string {
  const { state, outdatedBy, outcome, detail } = approval
  if (state === 'declined') return t('Declined')
  if (state === 'outdated') return OUTDATED[outdatedBy ?? 'order_changed']
  if (approval.kind === 'custom') return [RUN[outcome ?? 'pending'], detail].filter(Boolean).join('. ')
  const { amount = null, currencyCode = null } = approval.request
  const { kind } = approval
  return [wordsOf({ kind, state: outcome ?? 'pending', amount, currencyCode }), detail].filter(Boolean).join('. ')
}

const OUTDATED: Record<NonNullable<ApprovalLine['outdatedBy']>, string> = {
  resolved: t('Nothing was done: the conversation was resolved meanwhile.'),
  order_changed: t('Nothing was done: the order has changed meanwhile.'),
  action_changed: t('Nothing was done: the action has changed meanwhile.'),
  switched_off: t('Nothing was done: order actions of the AI agent are off.'),
}

const RUN: Record<NonNullable<RunApprovalLine['outcome']>, string> = {
  pending: t('Under way'),
  done: t('Done'),
  refused: t('Failed, nothing was changed'),
  unknown: t('Outcome unknown: look there before you try again'),
}
