import { useQuery } from '@tanstack/react-query'
import { changeStore, storeQuery } from '../../../api/store/settings.ts'
import { Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { languageName } from '../../../live/translations.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Form } from '../../../ui/Form.tsx'
import { attempt } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { Toggle } from '../../../ui/Toggle.tsx'
import { HelpDomain } from './HelpDomain.tsx'

/** Whether the articles are public pages, and in which languages. */
export function HelpCentre() {
  const { data: store, error, refetch } = useQuery(storeQuery)
  return (
    <>
      <p className="above">
        <Link href={pathTo('settings', 'knowledge')}>{t('All articles')}</Link>
      </p>
      <Card
        title={t('Help centre')}
        about={t('Public pages of your articles, for customers and search engines. Private articles are not on them.')}
      >
        {store ? (
          <HelpSettings {...store.settings.helpCentre} baseUrl={store.baseUrl} />
        ) : (
          <Loading error={error} onRetry={refetch} />
        )}
      </Card>
      {store && <HelpDomain domain={store.settings.helpCentre.domain} />}
    </>
  )
}

interface Props {
  enabled: boolean
  handle: string
  locales: string[]
  baseUrl: string
}

function HelpSettings({ enabled, handle, locales, baseUrl }: Props) {
  const address = `${baseUrl}/help/${handle}`
  const save = (helpCentre: Partial<Pick<Props, 'enabled' | 'locales'>>) =>
    attempt(() => changeStore({ settings: { helpCentre } }), t('Saved'))
  return (
    <>
      <Toggle label={t('Public help pages')} isOn={enabled} onChange={(isOn) => void save({ enabled: isOn })} />
      {enabled && (
        <p>
          <a href={address} target="_blank" rel="noopener noreferrer">
            {address}
          </a>
        </p>
      )}
      <Form
        key={locales.join()}
        onSave={(form) =>
          save({
            locales: form('locales')
              .split(/[\s,]+/)
              .filter(Boolean),
          })
        }
      >
        <label>
          {t('Languages')}
          <input
            name="locales"
            defaultValue={locales.join(', ')}
            maxLength={2_000}
            required
            placeholder="en, de, pt-BR"
          />
        </label>
        <p className="about">
          {t(
            'Language codes, separated by commas. {0} is the first: readers of other languages get it.',
            languageName(locales[0] as string),
          )}
        </p>
        <Button type="submit">{t('Save')}</Button>
      </Form>
    </>
  )
}
