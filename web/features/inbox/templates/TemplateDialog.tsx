import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { MessageTemplate } from '../../../api/records.ts'
import { refreshTemplates, templatesQuery } from '../../../api/templates.ts'
import { t } from '../../../base/texts.ts'
import { moment } from '../../../base/time.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useAttempt } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { useRested } from '../../../ui/useDebouncedValue.ts'
import { TemplateForm } from './TemplateForm.tsx'
import { categoryOf, obstacleOf } from './template-words.ts'
import './templates.css'

/** Typing pauses this long before the search starts. */
const REST_MS = 150

/** Chooses a template of the conversation's account, then fills it in and sends it. */
export default function TemplateDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [chosen, choose] = useState<MessageTemplate | null>(null)
  return (
    <Dialog label={t('Send a template')} onClose={onClose} className="ask templates">
      <h2>{t('Send a template')}</h2>
      {chosen ? (
        <TemplateForm id={id} template={chosen} onBack={() => choose(null)} onClose={onClose} />
      ) : (
        <TemplateList id={id} onPick={choose} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface ListProps {
  id: string
  onPick: (template: MessageTemplate) => void
  onClose: () => void
}

function TemplateList({ id, onPick, onClose }: ListProps) {
  const [search, setSearch] = useState('')
  const rested = useRested(search.trim(), REST_MS)
  const { data, error, refetch } = useQuery({ ...templatesQuery(id, rested), placeholderData: keepPreviousData })
  const { isBusy, attempt } = useAttempt()
  const refresh = () => attempt(() => refreshTemplates(id))
  const refreshFirst = useEffectEvent(() => void refresh())
  const isNew = data !== undefined && data.businessId !== null && data.refreshedAt === null
  useEffect(() => {
    if (isNew) refreshFirst()
  }, [isNew])
  if (!data) return <Loading error={error} onRetry={refetch} />
  if (data.businessId === null) {
    return (
      <>
        <p role="alert">
          {t(
            'The templates of this account are unknown. An admin enters the ID of the WhatsApp Business Account in Settings, Email and messengers.',
          )}
        </p>
        <div className="ask-acts">
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </>
    )
  }
  return (
    <>
      <label className="field">
        <span>{t('Search templates')}</span>
        {/* biome-ignore lint/a11y/noAutofocus: the first field of a dialog */}
        <input type="search" value={search} autoFocus onChange={(event) => setSearch(event.target.value)} />
      </label>
      <ul className="template-list" aria-label={t('Templates')}>
        {data.templates.map((template) => (
          <li key={`${template.name} ${template.language}`}>
            <TemplateChoice template={template} onPick={onPick} />
          </li>
        ))}
      </ul>
      {data.templates.length === 0 && <p role="status">{isBusy ? t('Loading…') : t('Nothing found')}</p>}
      <div className="ask-acts">
        <span className="template-age">{data.refreshedAt && t('Refreshed {0}', moment(data.refreshedAt))}</span>
        <Button busy={isBusy} disabled={isBusy} onClick={() => void refresh()}>
          {t('Refresh')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </>
  )
}

function TemplateChoice({ template, onPick }: { template: MessageTemplate; onPick: ListProps['onPick'] }) {
  const { name, language, category, content } = template
  const obstacle = obstacleOf(template)
  return (
    <button type="button" disabled={obstacle !== null} onClick={() => onPick(template)}>
      <strong>{name}</strong>{' '}
      <span>
        {language} · {categoryOf(category)}
        {obstacle && ` · ${obstacle}`}
      </span>
      <span className="template-body">{content.body}</span>
    </button>
  )
}
