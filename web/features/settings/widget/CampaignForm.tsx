import { ATTRIBUTE_NAME_MAX, ATTRIBUTE_VALUE_MAX, EVENT_NAME_MAX, WIDGET_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { forgetDraft } from '../../../ui/form-drafts.ts'
import { toast } from '../../../ui/toast.tsx'
import { PICTURE, PictureField } from './PictureField.tsx'
import type { Campaign } from './widget-props.ts'

interface Props {
  /** Whether the operator's proxy says which country a shopper is in. */
  knowsCountry: boolean
  /** The currency that sums are shown in, where the store's products name one. */
  currency: string | null
  /** The campaign that is edited; undefined for a new one. */
  campaign?: Campaign
  onSave(campaign: Campaign): Promise<boolean>
  onCancel?(): void
}

/** A campaign's message, and when it shows. */
export function CampaignForm({ knowsCountry, currency, campaign, onSave, onCancel }: Props) {
  const { rules, button } = campaign ?? {}
  const draft = `campaign:${campaign?.key ?? ''}`
  return (
    <Form
      empties={!campaign}
      draft={draft}
      onSave={async (form) => {
        const mistake = mistakeIn(form)
        if (mistake) toast(mistake, { kind: 'error' })
        return !mistake && onSave(readCampaign(form))
      }}
    >
      <div className="two">
        <label>
          {t('Key')}
          <input
            name="key"
            defaultValue={campaign?.key}
            maxLength={WIDGET_MAX.campaignKey}
            required
            placeholder="free-shipping"
          />
        </label>
        <label>
          {t('Page URL contains')}
          <input name="url" defaultValue={rules?.url} maxLength={WIDGET_MAX.campaignUrl} placeholder="/cart" />
        </label>
        <label>
          {t('Seconds on the page')}
          <input name="seconds" type="number" defaultValue={rules?.seconds} min={0} max={WIDGET_MAX.campaignSeconds} />
        </label>
        <label>
          {currency ? t('Cart of at least ({0})', currency) : t('Cart of at least')}
          <input name="cartTotal" type="number" defaultValue={rules?.cartTotal} min={0} step="0.01" />
        </label>
        <label>
          {t('Scroll depth (%)')}
          <input name="scroll" type="number" defaultValue={rules?.scroll} min={1} max={100} />
        </label>
        <label>
          {t('Languages')}
          <input
            name="languages"
            defaultValue={rules?.languages?.join(', ')}
            pattern="\s*[A-Za-z]{2,3}([\s,]+[A-Za-z]{2,3})*\s*"
            title={t('Codes of two or three letters: en, de')}
            placeholder="en, de"
          />
        </label>
        <label className="check">
          <input type="checkbox" name="exit" defaultChecked={rules?.exit} /> {t('When the shopper is about to leave')}
        </label>
        {knowsCountry && (
          <label>
            {t('Countries, two letters each')}
            <input
              name="countries"
              defaultValue={rules?.countries?.join(', ')}
              pattern="\s*[A-Za-z]{2}([\s,]+[A-Za-z]{2})*\s*"
              placeholder="DE, AT"
            />
          </label>
        )}
        <label>
          {t('Who')}
          <select name="returning" defaultValue={rules?.returning === undefined ? '' : rules.returning ? 'yes' : 'no'}>
            <option value="">{t('Everybody')}</option>
            <option value="no">{t('First-time visitors')}</option>
            <option value="yes">{t('Returning visitors')}</option>
          </select>
        </label>
        <label>
          {t('How often')}
          <select name="repeat" defaultValue={repeatOf(campaign)}>
            <option value="once">{t('Once for each shopper')}</option>
            <option value="days">{t('Again after some days')}</option>
            <option value="always">{t('On each page')}</option>
          </select>
        </label>
        <label>
          {t('Days before it shows again')}
          <input name="everyDays" type="number" defaultValue={campaign?.everyDays} min={1} max={365} placeholder="7" />
        </label>
        <label>
          {t('Tracked event')}
          <input name="event" defaultValue={rules?.event} maxLength={EVENT_NAME_MAX} placeholder="video watched" />
        </label>
        <label>
          {t('Shopper’s attribute')}
          <input
            name="attribute"
            defaultValue={rules?.attribute?.name}
            maxLength={ATTRIBUTE_NAME_MAX}
            placeholder="tier"
          />
        </label>
        <label>
          {t('Attribute value')}
          <input
            name="attributeValue"
            defaultValue={rules?.attribute?.value}
            maxLength={ATTRIBUTE_VALUE_MAX}
            placeholder="gold"
          />
        </label>
        <label>
          {t('From')}
          <input name="from" type="datetime-local" defaultValue={localTime(campaign?.from)} />
        </label>
        <label>
          {t('Until')}
          <input name="until" type="datetime-local" defaultValue={localTime(campaign?.until)} />
        </label>
        <PictureField label={t('Picture')} name="imageUrl" value={campaign?.imageUrl} />
        <label>
          {t('Sender’s name')}
          <input name="senderName" defaultValue={campaign?.senderName} maxLength={80} />
        </label>
        <label>
          {t('Button label')}
          <input name="buttonLabel" defaultValue={button?.label} maxLength={40} placeholder={t('See the offers')} />
        </label>
        <label>
          {t('Button link')}
          <input name="buttonUrl" defaultValue={button?.url} {...PICTURE} />
        </label>
      </div>
      <label>
        {t('Message')}
        <textarea name="text" defaultValue={campaign?.text} rows={2} maxLength={WIDGET_MAX.campaignText} required />
      </label>
      <div className="acts">
        <Button type="submit">{campaign ? t('Save the campaign') : t('Add the campaign')}</Button>
        {onCancel && (
          <Button
            kind="quiet"
            onClick={() => {
              forgetDraft(draft)
              onCancel()
            }}
          >
            {t('Cancel')}
          </Button>
        )}
      </div>
    </Form>
  )
}

const repeatOf = (campaign: Campaign | undefined) =>
  campaign?.everyDays ? 'days' : campaign?.once === false ? 'always' : 'once'

/** A time as its field shows it: by the browser's clock, to the minute. */
function localTime(time: string | undefined): string | undefined {
  if (!time) return undefined
  const at = new Date(time)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** What does not go together, so that nothing which was typed is dropped without a word. */
function mistakeIn(form: (name: string) => string): string | undefined {
  const has = (name: string) => form(name).trim() !== ''
  if (has('buttonLabel') && !has('buttonUrl')) return t('A button needs a label and a link')
  if (has('attributeValue') && !has('attribute')) return t('An attribute needs a name')
  return has('from') && has('until') && form('from') >= form('until') ? t('The end is before the start') : undefined
}

/** Reads the form; empty fields set no rule. */
function readCampaign(form: (name: string) => string): Campaign {
  const text = (name: string) => form(name).trim()
  const number = (name: string) => (text(name) ? { [name]: Number(form(name)) } : {})
  const words = (name: string) => (text(name) ? { [name]: text(name).split(/[\s,]+/) } : {})
  const moment = (name: string) => (form(name) ? { [name]: new Date(form(name)).toISOString() } : {})
  const rules = {
    ...(text('url') && { url: text('url') }),
    ...number('seconds'),
    ...number('cartTotal'),
    ...number('scroll'),
    ...(form('exit') === 'on' && { exit: true }),
    ...words('languages'),
    ...words('countries'),
    ...(form('returning') && { returning: form('returning') === 'yes' }),
    ...(text('event') && { event: text('event') }),
    ...(text('attribute') && { attribute: { name: text('attribute'), value: text('attributeValue') } }),
  }
  return {
    key: text('key'),
    text: form('text'),
    ...(text('senderName') && { senderName: text('senderName') }),
    once: form('repeat') === 'once',
    ...(form('repeat') === 'days' && { everyDays: Number(form('everyDays')) || 7 }),
    ...moment('from'),
    ...moment('until'),
    ...(text('imageUrl') && { imageUrl: text('imageUrl') }),
    ...(text('buttonUrl') && { button: { label: text('buttonLabel') || t('Open'), url: text('buttonUrl') } }),
    ...(Object.keys(rules).length > 0 && { rules }),
  }
}
