import { useState } from 'react'
import { summarise } from '../../../api/ai-agent.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { complain } from '../../../ui/toast.tsx'
import { Section } from './Section.tsx'

/** The conversation in a few lines: as it was resolved last, or as it is now for who asks. */
export function Summary({ id, stored }: { id: string; stored: string | undefined }) {
  const [made, setMade] = useState<{ id: string; text: string } | null>(null)
  const [isMaking, setMaking] = useState(false)
  const make = async () => {
    setMaking(true)
    try {
      setMade({ id, text: await summarise(id) })
    } catch (error) {
      complain(error)
    }
    setMaking(false)
  }
  // A summary of another conversation must not be shown here.
  const text = made?.id === id ? made.text : stored
  return (
    <Section
      title={t('Summary')}
      act={
        <Button kind="quiet" busy={isMaking} disabled={isMaking} onClick={() => void make()}>
          {isMaking ? t('Reading…') : text ? t('Summarise again') : t('Summarise')}
        </Button>
      }
    >
      {text ? (
        <p className="summary" dir="auto">
          {text}
        </p>
      ) : (
        <p className="none">{t('Created automatically when the conversation is resolved.')}</p>
      )}
    </Section>
  )
}
