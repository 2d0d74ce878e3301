import { useRef, useState } from 'react'
import { rewriteDraft } from '../../../api/ai-agent.ts'
import type { Rewriting } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Picker } from '../../../ui/Picker.tsx'
import { complain, toast } from '../../../ui/toast.tsx'

const WAYS: Record<Rewriting, string> = {
  rewrite: t('Rewrite'),
  shorten: t('Shorten'),
  friendlier: t('Make friendlier'),
  formal: t('Make more formal'),
  correct: t('Correct spelling and grammar'),
}
const CHOICES = Object.entries(WAYS).map(([id, label]) => ({ id, label }))

/** Has the draft said in other words, to be read before it is sent. What stood there can be had back. */
export default function RewriteButton({ text, onPut }: { text: string; onPut: (text: string) => void }) {
  const [isChoosing, setChoosing] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const latest = useRef({ text, onPut })
  latest.current = { text, onPut }
  const rewrite = async (how: Rewriting) => {
    setBusy(true)
    try {
      const rewritten = await rewriteDraft(text, how)
      const now = latest.current
      if (now.text !== text) toast(t('You have changed the draft since: it was left as it is.'))
      else if (rewritten === text) toast(t('There is nothing to change.'))
      else {
        now.onPut(rewritten)
        toast(t('Your draft was rewritten'), { undo: () => latest.current.onPut(text) })
      }
    } catch (error) {
      complain(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <IconButton
        icon="wand"
        label={isBusy ? t('Rewriting…') : t('Improve the draft')}
        disabled={isBusy || !text.trim()}
        onClick={() => setChoosing(true)}
      />
      {isChoosing && (
        <Picker
          label={t('Improve the draft')}
          placeholder={t('How…')}
          choices={CHOICES}
          onPick={({ id }) => void rewrite(id as Rewriting)}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}
