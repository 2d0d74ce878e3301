import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import {
  addCollection,
  changeCollection,
  collectionsQuery,
  deleteCollection,
  orderCollections,
} from '../../../api/articles.ts'
import type { ArticleCollection } from '../../../api/records.ts'
import { storeQuery } from '../../../api/store/settings.ts'
import { COLLECTIONS_MAX } from '../../../base/limits.ts'
import { Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { languageName } from '../../../live/translations.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { attempt } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { CollectionForm } from './CollectionForm.tsx'

/** Collections in the order of the home page: dragged, or moved by the keyboard. */
export function Collections() {
  const { data: collections, error, refetch } = useQuery(collectionsQuery)
  const { data: store } = useQuery(storeQuery)
  const [editing, setEditing] = useState<string | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const locales = store?.settings.helpCentre.locales ?? []

  const move = (id: string, to: number) => {
    const all = collections ?? []
    const from = all.findIndex((one) => one.id === id)
    const one = all[from]
    if (!one || to < 0 || to >= all.length || to === from) return
    const next = all.filter((other) => other !== one)
    next.splice(to, 0, one)
    setSaid(t('{0} is now number {1} of {2}', one.name, to + 1, all.length))
    void attempt(() => orderCollections(next))
  }

  return (
    <>
      <p className="above">
        <Link href={pathTo('settings', 'knowledge')}>{t('All articles')}</Link>
      </p>
      <Card
        title={t('Article collections')}
        about={t('In the order of the help centre. Drag them, or use the arrow buttons.')}
      >
        {(!collections || error) && <Loading error={error} onRetry={refetch} />}
        {collections?.length === 0 && <p className="none">{t('None yet.')}</p>}
        <p role="status" className="sr-only">
          {said}
        </p>
        <ul className="lines collections">
          {collections?.map((one, i) =>
            editing === one.id ? (
              <li key={one.id}>
                <CollectionForm
                  collection={one}
                  locales={locales}
                  label={t('Save')}
                  onCancel={() => setEditing(null)}
                  onSave={async (change) => {
                    await changeCollection(one.id, change)
                    setEditing(null)
                  }}
                />
              </li>
            ) : (
              <li
                key={one.id}
                draggable
                data-dragged={dragged === one.id || undefined}
                onDragStart={(event) => startDrag(event, one, setDragged)}
                onDragEnd={() => setDragged(null)}
                onDragOver={(event) => {
                  if (dragged !== null) event.preventDefault()
                }}
                onDrop={(event) => {
                  event.preventDefault()
                  if (dragged !== null) move(dragged, i)
                }}
              >
                <CollectionLine
                  collection={one}
                  position={i}
                  count={collections.length}
                  onMove={(to) => move(one.id, to)}
                  onEdit={() => setEditing(one.id)}
                />
              </li>
            ),
          )}
        </ul>
      </Card>
      <Card title={t('New collection')}>
        {(collections?.length ?? 0) < COLLECTIONS_MAX ? (
          <CollectionForm locales={locales} label={t('Add')} onSave={addCollection} />
        ) : (
          <p className="none">{t('A store has at most {0} collections.', COLLECTIONS_MAX)}</p>
        )}
      </Card>
    </>
  )
}

function startDrag(event: DragEvent, { id, name }: ArticleCollection, note: (id: string) => void): void {
  event.dataTransfer.effectAllowed = 'move'
  event.dataTransfer.setData('text/plain', name)
  note(id)
}

interface LineProps {
  collection: ArticleCollection
  position: number
  count: number
  onMove: (to: number) => void
  onEdit: () => void
}

function CollectionLine({ collection, position, count, onMove, onEdit }: LineProps) {
  const { id, icon, name, description, locale } = collection
  return (
    <>
      <span className="grip" aria-hidden="true">
        ⠿
      </span>
      <div>
        <strong>{`${icon} ${name}`.trim()}</strong> {locale && <span className="chip">{languageName(locale)}</span>}
        {description && <p className="about">{description}</p>}
      </div>
      <div className="acts">
        {/* Not disabled at the ends: the focus would be lost. */}
        <Button aria-label={t('Move {0} up', name)} aria-disabled={position === 0} onClick={() => onMove(position - 1)}>
          ↑
        </Button>
        <Button
          aria-label={t('Move {0} down', name)}
          aria-disabled={position === count - 1}
          onClick={() => onMove(position + 1)}
        >
          ↓
        </Button>
        <Button onClick={onEdit}>{t('Edit')}</Button>
        <ConfirmButton
          label={t('Delete')}
          question={t('Its articles stay, in no collection.')}
          onConfirm={() => attempt(() => deleteCollection(id), t('Deleted'))}
        />
      </div>
    </>
  )
}
