import { useEffect, useState } from 'react'
import { useSegments } from '../../api/segments.ts'
import { go, Link, pathTo } from '../../base/router.ts'
import { useStore } from '../../base/store.ts'
import { t } from '../../base/texts.ts'
import { keepContact } from '../../live/contact-edit.ts'
import { inbox } from '../../live/state.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { ContactList } from './ContactList.tsx'
import { ContactPane } from './ContactPane.tsx'
import { SegmentNav } from './SegmentNav.tsx'
import './contacts.css'

const ContactDialog = onDemand(() => import('../../ui/ContactDialog.tsx'))
const SegmentDialog = onDemand(() => import('./SegmentDialog.tsx'))

/** What all contacts are called in addresses. */
const ALL = 'all'

interface Props {
  /** A segment's id. */
  segment: string | undefined
  /** The contact that is open. */
  contact: string | undefined
}

/** The store's contacts, all of them or a segment's, and who one of them is. */
export default function Contacts({ segment: key = ALL, contact }: Props) {
  const segments = useSegments()
  const isAdmin = useStore(inbox, (state) => state.me.member.role === 'admin')
  const [isAdding, setAdding] = useState(false)
  const [editing, setEditing] = useState<{ id?: string } | null>(null)
  const segment = segments.find(({ id }) => id === key)
  const title = key === ALL ? t('All contacts') : (segment?.name ?? t('One segment'))
  useEffect(() => {
    document.title = `${t('Contacts')} · ${title}`
  }, [title])

  return (
    <main className={contact ? 'contacts has-contact' : 'contacts'}>
      <nav className="contacts-nav" aria-label={t('Segments')}>
        <Link href={pathTo('open')} className="nav-item">
          <Icon name="back" /> {t('Inbox')}
        </Link>
        <h1>{t('Contacts')}</h1>
        <Button icon="plus" onClick={() => setAdding(true)}>
          {t('New contact')}
        </Button>
        <SegmentNav current={key} all={ALL} onNew={isAdmin ? () => setEditing({}) : undefined} />
      </nav>
      <ContactList
        key={key}
        segmentKey={key}
        segment={key === ALL ? null : key}
        title={title}
        conditions={segment?.conditions ?? []}
        openId={contact}
        onEdit={isAdmin && segment ? () => setEditing({ id: segment.id }) : undefined}
      />
      {contact ? (
        <ContactPane key={contact} id={contact} onClose={() => go(pathTo('contacts', key))} />
      ) : (
        <section className="contact-pane nothing" aria-label={t('No contact open')}>
          <div className="blank">
            <Icon name="user" size={28} />
            <p>{t('Choose a contact to see who it is and what they wrote.')}</p>
          </div>
        </section>
      )}
      {isAdding && (
        <ContactDialog
          onSave={(edit) => keepContact(null, edit, (id) => go(pathTo('contacts', ALL, id)))}
          onClose={() => setAdding(false)}
        />
      )}
      {editing && (
        <SegmentDialog
          segment={segments.find(({ id }) => id === editing.id)}
          onClose={() => setEditing(null)}
          onSaved={(id) => go(pathTo('contacts', id))}
          onRemoved={() => go(pathTo('contacts', ALL))}
        />
      )}
    </main>
  )
}
