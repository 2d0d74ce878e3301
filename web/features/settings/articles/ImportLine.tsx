import { cancelImport } from '../../../api/article-imports.ts'
import type { ArticleImport } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { ago, moment } from '../../../base/time.ts'
import { Button } from '../../../ui/Button.tsx'
import { attempt } from '../../../ui/forms.ts'
import { SOURCES } from './sources.ts'

const STATES: Record<ArticleImport['state'], string> = {
  running: t('Running'),
  done: t('Done'),
  failed: t('Failed'),
  cancelled: t('Cancelled'),
  interrupted: t('Interrupted'),
}
const number = new Intl.NumberFormat()

/** An import: how far it is, or what came of it. */
export function ImportLine({
  line: { id, request, state, startedAt, found, counts, problems },
}: {
  line: ArticleImport
}) {
  const read = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const isRunning = state === 'running'
  const of = isRunning && found !== null
  return (
    <li className="import-line">
      <div>
        <strong>{nameOf(request)}</strong>
        <p className="about">
          {SOURCES[request.kind].title} · <span className={`import-${state}`}>{STATES[state]}</span> ·{' '}
          <time title={moment(startedAt)}>{ago(startedAt)}</time>
        </p>
        {isRunning && (
          <div role="status">
            <progress aria-label={t('Articles read')} {...(of && { value: read, max: Math.max(found, 1) })} />{' '}
            {of ? t('{0} of {1}', number.format(read), number.format(found)) : number.format(read)}
          </div>
        )}
        {!isRunning && <p>{summaryOf(counts) || t('No articles.')}</p>}
        {state === 'interrupted' && <p className="about">{t('The service was stopped. Import again: it goes on.')}</p>}
        {problems.length > 0 && (
          <details>
            <summary>{t('1 problem|{0} problems', problems.length)}</summary>
            <ul className="import-problems">
              {problems.map(({ from, reason }) => (
                <li key={`${from} ${reason}`}>
                  {from && <span className="about">{from}</span>} {reason}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      {isRunning && (
        <Button kind="quiet" onClick={() => void attempt(() => cancelImport(id), t('Cancelled'))}>
          {t('Cancel')}
        </Button>
      )}
    </li>
  )
}

function nameOf({ kind, address, names, name }: ArticleImport['request']): string {
  return (names?.join(', ') || name || address) ?? SOURCES[kind].title
}

function summaryOf({ created, updated, unchanged, kept, failed }: ArticleImport['counts']): string {
  const said: [number, string][] = [
    [created, t('1 new draft|{0} new drafts', created)],
    [updated, t('1 updated|{0} updated', updated)],
    [unchanged, t('1 unchanged|{0} unchanged', unchanged)],
    [kept, t('1 edited by your team, kept|{0} edited by your team, kept', kept)],
    [failed, t('1 could not be read|{0} could not be read', failed)],
  ]
  return said.flatMap(([count, words]) => (count > 0 ? words : [])).join(' · ')
}
