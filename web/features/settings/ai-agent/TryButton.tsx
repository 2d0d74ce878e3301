import { useState } from 'react'
import type { ProposedChange } from '../../../api/ai-trials.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'

const WhatWouldChange = onDemand(() => import('./WhatWouldChange.tsx'))

/** In a form: shows what saving it would change of past answers. `changeOf` reads the form as saving does. */
export function TryButton({ changeOf }: { changeOf: (form: (name: string) => string) => ProposedChange }) {
  const [change, setChange] = useState<ProposedChange | null>(null)
  return (
    <>
      <Button
        kind="quiet"
        onClick={({ currentTarget: { form } }) => {
          if (!form?.reportValidity()) return
          const data = new FormData(form)
          setChange(changeOf((name) => String(data.get(name) ?? '')))
        }}
      >
        {t('What would change?')}
      </Button>
      {change && <WhatWouldChange change={change} onClose={() => setChange(null)} />}
    </>
  )
}
