import type { MemberContact } from '../../api/records.ts'
import { Link } from '../../base/router.ts'
import { t } from '../../base/texts.ts'
import { ago, moment } from '../../base/time.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { amount, KINDS, nameOf } from './words.ts'

interface Props {
  contact: MemberContact
  href: string
  isCurrent: boolean
}

export function ContactRow({ contact, href, isCurrent }: Props) {
  const { email, phone, type, ordersCount, totalSpent, lastChatAt, isBlocked, isRedacted } = contact
  const name = nameOf(contact)
  const ways = [email, phone, KINDS[type], t('No email')]
  return (
    <Link href={href} className="contact-row" aria-current={isCurrent ? 'true' : undefined}>
      <Avatar name={name} size={32} />
      <span className="contact-who">
        <strong>{name}</strong>
        <span>{isRedacted ? t('Their data was deleted') : ways.find((one) => one && one !== name)}</span>
      </span>
      <span className="contact-facts">
        <span>
          {isBlocked && <span className="chip whole">{t('Blocked')}</span>}
          {ordersCount ? t('{0} order|{0} orders', ordersCount) : ''}
          {totalSpent ? ` · ${amount(totalSpent)}` : ''}
        </span>
        <time title={lastChatAt ? moment(lastChatAt) : undefined}>
          {lastChatAt ? ago(lastChatAt) : t('Never wrote')}
        </time>
      </span>
    </Link>
  )
}
