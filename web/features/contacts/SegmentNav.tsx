import { useSegments } from '../../api/segments.ts'
import { Link, pathTo } from '../../base/router.ts'
import { t } from '../../base/texts.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'

interface Props {
  current: string
  /** What all contacts are called in addresses. */
  all: string
  /** Undefined for who may make none. */
  onNew: (() => void) | undefined
}

/** All contacts, and the store's segments. */
export function SegmentNav({ current, all, onNew }: Props) {
  const segments = useSegments()
  const item = (key: string, title: string, icon: 'users' | 'filter') => (
    <li key={key}>
      <Link
        href={pathTo('contacts', key)}
        className="nav-item"
        title={title}
        aria-current={current === key ? 'page' : undefined}
      >
        <Icon name={icon} />
        <span className="nav-title">{title}</span>
      </Link>
    </li>
  )
  return (
    <>
      <ul>{item(all, t('All contacts'), 'users')}</ul>
      <h2 className="with-act">
        {t('Segments')}
        {onNew && <IconButton icon="plus" label={t('New segment')} onClick={onNew} />}
      </h2>
      {segments.length === 0 && (
        <p className="about">{t('A segment groups contacts by what is known of them: VIPs, new customers.')}</p>
      )}
      <ul>{segments.map(({ id, name }) => item(id, name, 'filter'))}</ul>
    </>
  )
}
