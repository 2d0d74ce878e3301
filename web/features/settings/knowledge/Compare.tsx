import { t } from '../../../base/texts.ts'
import { compareTexts, type Part } from './compare-texts.ts'

interface Texts {
  question: string
  answer: string
  body: string | null
  description: string
}

/** What was taken out of a text and put into it. */
export default function Compare({ before, after }: { before: Texts; after: Texts }) {
  const pairs: [string, string, string][] = [
    [t('Title'), before.question, after.question],
    [t('Description'), before.description, after.description],
    [t('Text'), before.body ?? before.answer, after.body ?? after.answer],
  ]
  const changed = pairs.filter(([, was, is]) => was !== is)
  if (changed.length === 0) return <p className="none">{t('They are the same.')}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by the keyboard too
    <section className="compared" tabIndex={0} aria-label={t('Changes')}>
      {changed.map(([name, was, is]) => (
        <section key={name}>
          <h3>{name}</h3>
          <p dir="auto">
            {compareTexts(was, is).map((part, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of two texts that do not change
              <Piece key={i} part={part} />
            ))}
          </p>
        </section>
      ))}
    </section>
  )
}

/** Screen readers say of the two elements what they are. */
function Piece({ part: { text, kind } }: { part: Part }) {
  if (kind === 'removed') return <del>{text}</del>
  if (kind === 'added') return <ins>{text}</ins>
  return text
}
