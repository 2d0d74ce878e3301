import type { MergePreviewLine } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'

/** What stays of two contacts, a field a row. */

type Side = MergePreviewLine['target']
interface Row {
  label: string
  stays: string
  /** Whether it comes from the contact that is merged. */
  isNew: boolean
  /** What the contact that goes had in its place; null where nothing is lost from sight. */
  goes: string | null
}

const KINDS: Record<string, string> = { anonymous: t('Visitor'), guest: t('Guest'), customer: t('Customer') }

export function mergedRows({ target, source, result }: MergePreviewLine): Row[] {
  const field = (label: string, of: (side: Side) => string | null, isUnion = false): Row[] => {
    const [stays, before, other] = [of(result), of(target), of(source)]
    if (!stays) return []
    const goes = !isUnion && other && other !== stays ? other : null
    return [{ label, stays, isNew: stays !== before, goes }]
  }
  const attributes = Object.keys(result.customAttributes).flatMap((key) =>
    field(key, (side) => side.customAttributes[key] ?? null),
  )
  return [
    ...field(t('Name'), ({ name }) => name),
    ...field(t('Email'), ({ email }) => email),
    ...field(t('Phone'), ({ phone }) => phone),
    ...field(t('Kind'), ({ type }) => KINDS[type] ?? type, true),
    ...field(t('Id at the shop'), ({ platformId }) => platformId),
    ...field(t('Place'), ({ place }) => place),
    ...field(t('Tags'), ({ tags }) => tags.join(', '), true),
    ...field(t('Note'), ({ note }) => note, true),
    ...attributes,
  ]
}
