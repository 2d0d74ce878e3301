import { type FormEvent, useRef, useState } from 'react'
import type { OrderActionRequest, OrderActionsLine } from '../../../api/records.ts'
import { actOnOrder } from '../../../api/store/order-actions.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { moment } from '../../../base/time.ts'
import { inbox } from '../../../live/state.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { AddressFields, addressFrom } from './AddressFields.tsx'
import { ACTIONS, wordsOf } from './action-words.ts'
import { RefundField } from './RefundField.tsx'
import { ReturnFields, returnedFrom } from './ReturnFields.tsx'

type Action = OrderActionsLine['actions'][number]
interface Props {
  id: string
  number: string
  possible: OrderActionsLine
  action: Action
  onClose: () => void
}

const REASON_MAX = 500

/** Asks for what an action needs, and has the shop do it: once, however often the button is pressed. */
export function ActionDialog({ id, number, possible, action, onClose }: Props) {
  const { kind, rule, takesReason, canNotify, canRefund } = action
  const isAdmin = useStore(inbox, (state) => state.me.member.role === 'admin')
  // As it was when the dialog was opened: what the member saw left is what the service compares.
  const [{ left, decimals, address, returnable }] = useState(possible)
  const request = useRef(crypto.randomUUID())
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isOpen = rule.eligible || isAdmin
  const title = t('{0}: #{1}', ACTIONS[kind], number)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const entered: OrderActionRequest = {
      id: request.current,
      kind,
      ...(kind === 'refund' && left && { amount: text('amount'), currencyCode: left.currencyCode, left: left.amount }),
      ...(kind === 'address' && { address: addressFrom(text) }),
      ...(kind === 'return' && { items: returnedFrom(returnable, text) }),
      ...(takesReason && { reason: text('reason') }),
      ...(canNotify && { notifies: form.has('notifies') }),
      ...(canRefund && { refunds: form.has('refunds') }),
      ...(form.has('beyondRules') && { beyondRules: true }),
    }
    setBusy(true)
    setProblem(null)
    try {
      const done = await actOnOrder(id, number, entered)
      if (done.state === 'refused') {
        // Nothing was done: the next try is another action.
        request.current = crypto.randomUUID()
        setProblem(done.detail)
      } else {
        onClose()
        const kind = done.state === 'unknown' ? 'error' : 'info'
        toast([wordsOf(done), done.detail].filter(Boolean).join('. '), { kind })
      }
    } catch (error) {
      setProblem((error as Error).message)
    }
    setBusy(false)
  }

  return (
    <Dialog label={title} onClose={onClose} className="ask order-dialog">
      <h2>{title}</h2>
      <form onSubmit={(event) => void submit(event)}>
        <Rule rule={rule} isAdmin={isAdmin} />
        {isOpen && (
          <>
            {kind === 'refund' && left && <RefundField left={left} decimals={decimals} />}
            {kind === 'address' && <AddressFields address={address} />}
            {kind === 'return' && <ReturnFields items={returnable} />}
            {kind === 'cancel' && !canRefund && (
              <p className="about">
                {t('Cancelling does not refund the customer. If the order was paid, refund it first.')}
              </p>
            )}
            {canRefund && (
              <label className="order-tick">
                <input type="checkbox" name="refunds" defaultChecked />
                {t('Refund what was paid')}
              </label>
            )}
            {takesReason && (
              <label>
                {t('Reason, for the shop (optional)')}
                <input name="reason" maxLength={REASON_MAX} />
              </label>
            )}
            {canNotify && (
              <label className="order-tick">
                <input type="checkbox" name="notifies" defaultChecked />
                {t('The shop notifies the customer')}
              </label>
            )}
          </>
        )}
        {problem && (
          <p className="form-error" role="alert">
            {problem}
          </p>
        )}
        {isBusy && (
          <p className="about" role="status">
            {t('Waiting for the shop. This can take up to 20 seconds.')}
          </p>
        )}
        <div className="ask-acts">
          <Button onClick={onClose}>{t('Back')}</Button>
          {isOpen && (
            <Button
              type="submit"
              kind={kind === 'address' || kind === 'return' ? 'primary' : 'danger'}
              busy={isBusy}
              disabled={isBusy}
            >
              {ACTIONS[kind]}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}

/** What the store's after-sale rules say; outside them an admin has to confirm it. */
function Rule({ rule: { eligible, deadline }, isAdmin }: { rule: Action['rule']; isAdmin: boolean }) {
  if (eligible)
    return deadline && <p className="about">{t('Within the after-sale rules until {0}.', moment(deadline))}</p>
  return (
    <div className="order-rule">
      <p>
        <strong>{t('Outside the after-sale rules.')}</strong>{' '}
        {deadline ? t('The time for it ended on {0}.', moment(deadline)) : t('The order has not been delivered yet.')}
      </p>
      {isAdmin ? (
        <label className="order-tick">
          <input type="checkbox" name="beyondRules" required />
          {t('Do it anyway')}
        </label>
      ) : (
        <p>{t('Only an admin can override this.')}</p>
      )}
    </div>
  )
}
