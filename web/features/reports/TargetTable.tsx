import type { Report } from '../../api/records.ts'
import { t } from '../../base/texts.ts'
import { TARGETS } from '../../live/priorities.ts'
import { percent } from '../../ui/ai-agent/words.ts'
import { FigureLink } from './FigureLink.tsx'
import { Share } from './ShareBarCell.tsx'

const KINDS = ['first_reply', 'next_reply', 'resolve'] as const

/** In how many conversations reply-time targets were met; nothing where none has ended. */
export function TargetTable({ report: { targets }, began }: { report: Report; began: string }) {
  if (targets.length === 0) return null
  return (
    <section>
      <h2>{t('Reply-time targets')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Target')}</th>
            <th scope="col" className="number">
              {t('Conversations')}
            </th>
            <td className="share" />
            <th scope="col" className="number">
              {t('Met')}
            </th>
            <th scope="col" className="number">
              {t('Missed')}
            </th>
          </tr>
        </thead>
        <tbody>
          {KINDS.map((kind) => {
            const found = targets.find((one) => one.kind === kind)
            if (!found) return null
            const { conversations, missed } = found
            const met = (conversations - missed) / conversations
            return (
              <tr key={kind}>
                <th scope="row">{TARGETS[kind]}</th>
                <td className="number">{conversations.toLocaleString()}</td>
                <Share of={met} />
                <td className="number">{percent(met)}</td>
                <td className="number">
                  <FigureLink query={missed ? `${began}&missedTarget=${kind}` : undefined}>
                    {missed.toLocaleString()}
                  </FigureLink>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
