import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changeStore,
  installSnippet,
  renewPreview,
  type SettingsChange,
  storeQuery,
} from '../../../api/store/settings.ts'
import { t } from '../../../base/texts.ts'
import { Card } from '../../../ui/Card.tsx'
import { Copyable } from '../../../ui/Copyable.tsx'
import { attempt } from '../../../ui/forms.ts'
import { LinesForm } from '../../../ui/LinesForm.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Toggle } from '../../../ui/Toggle.tsx'
import { Campaigns } from './Campaigns.tsx'
import { HomeScreen } from './HomeScreen.tsx'
import { IdentitySecrets } from './IdentitySecrets.tsx'
import { OpeningHours } from './OpeningHours.tsx'
import { PreChat } from './PreChat.tsx'
import { QuickReplies } from './QuickReplies.tsx'
import { WidgetLook } from './WidgetLook.tsx'
import { WidgetTexts } from './WidgetTexts.tsx'

/** How visitors see the store's chat, and how it is installed. */
export default function Widget() {
  const { data: store, error, refetch } = useQuery(storeQuery)
  const [saves, setSaves] = useState(0)
  if (!store) return <Loading error={error} onRetry={refetch} />
  const { widget, allowedOrigins } = store.settings
  const save = (settings: SettingsChange) =>
    attempt(async () => {
      await changeStore({ settings })
      await renewPreview(store)
      setSaves((count) => count + 1)
    }, t('Saved'))
  const saveWidget = (change: Record<string, unknown>) => save({ widget: change })
  return (
    <>
      <Card title={t('Install')} about={t('Add this line to every page of your store, before </body>.')}>
        <Copyable text={installSnippet(store)} label={t('the snippet')} />
      </Card>
      <WidgetLook widget={widget} storeName={store.name} onSave={saveWidget} />
      <Card
        title={t('Saved widget')}
        about={
          <>
            {t('The widget as saved. Open it in a tab to try it; what you write there is a real conversation.')}{' '}
            <a href={previewOf(store)} target="_blank" rel="noreferrer">
              {t('Open it in a tab')}
            </a>
          </>
        }
      >
        {/* Inert: the widget takes the focus when it opens, and this page keeps it. */}
        <iframe
          key={saves}
          className="widget-preview"
          src={previewOf(store)}
          title={t('Preview of the widget')}
          inert
        />
      </Card>
      <HomeScreen widget={widget} onSave={saveWidget} />
      <OpeningHours widget={widget} onSave={saveWidget} />
      <QuickReplies widget={widget} onSave={saveWidget} />
      <PreChat widget={widget} onSave={saveWidget} />
      <Campaigns widget={widget} onSave={saveWidget} />
      <WidgetTexts widget={widget} onSave={saveWidget} />
      <Card title={t('Behaviour')}>
        <Toggle
          label={t('Ask how it went')}
          about={t(
            'Asks for a 1–5 rating and a comment when a conversation is resolved. Answers are saved as conversation attributes.',
          )}
          isOn={widget.rating !== false}
          onChange={(rating) => void saveWidget({ rating })}
        />
        <Toggle
          label={t('Email transcripts')}
          about={t('Shoppers can email themselves a transcript after you reply. Requires outgoing email.')}
          isOn={widget.transcript !== false}
          onChange={(transcript) => void saveWidget({ transcript })}
        />
        <Toggle
          label={t('A sound for new messages')}
          isOn={widget.sound !== false}
          onChange={(sound) => void saveWidget({ sound })}
        />
      </Card>
      <Card
        title={t('Allowed sites')}
        about={t('Sites that may load the widget, one per line. Leave empty to allow all.')}
      >
        <LinesForm
          draft="origins"
          label={t('Origins')}
          placeholder="https://shop.example"
          rows={3}
          lines={allowedOrigins}
          onSave={(origins) => save({ allowedOrigins: origins.flatMap((line) => line.split(/\s+/)) })}
        />
      </Card>
      <IdentitySecrets />
    </>
  )
}

const previewOf = ({ appId }: { appId: string }) => `/storefront/preview?app=${encodeURIComponent(appId)}`
