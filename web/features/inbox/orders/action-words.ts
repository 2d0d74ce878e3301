import type { OrderActionKind, OrderActionLine } from '../../../api/records.ts'
import { price } from '../../../base/money.ts'
import { t } from '../../../base/texts.ts'

/** What is offered, and what the dialog's button says. */
export const ACTIONS: Record<OrderActionKind, string> = {
  cancel: t('Cancel order'),
  refund: t('Refund'),
  address: t('Change address'),
  return: t('Return items'),
}

const WHAT: Record<OrderActionKind, string> = {
  cancel: t('Cancelling'),
  refund: t('Refund'),
  address: t('Another address'),
  return: t('Return'),
}

/** Texts for actions that are done. */
const DONE: Record<OrderActionKind, string> = {
  cancel: t('Order cancelled'),
  refund: t('Refunded'),
  address: t('Address changed'),
  return: t('Return opened'),
}

/** An action in a few words: what was done with the order, or what became of it. */
export function wordsOf({
  kind,
  state,
  amount,
  currencyCode,
}: Pick<OrderActionLine, 'kind' | 'state' | 'amount' | 'currencyCode'>): string {
  const money = amount === null ? '' : ` ${price(amount, currencyCode ?? '')}`
  if (state === 'done') return DONE[kind] + money
  const what = WHAT[kind] + money
  if (state === 'pending') return t('{0}: under way', what)
  return state === 'refused' ? t('{0}: rejected', what) : t('{0}: unknown, check in the shop', what)
}
