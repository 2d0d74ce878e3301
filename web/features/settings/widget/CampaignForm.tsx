import { ATTRIBUTE_NAME_MAX, ATTRIBUTE_VALUE_MAX, EVENT_NAME_MAX, WIDGET_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { fields } from '../../../ui/forms.ts'
import { toast } from '../../../ui/toast.tsx'
import type { Campaign } from './widget-props.ts'

interface Props {
  /** Whether the operator's proxy says which country a shopper is in. */
  knowsCountry: boolean
  onSave(campaign: Campaign): Promise<boolean>
}

/** A new campaign, or one that takes the place of another with its key. */
export function CampaignForm({ knowsCountry, onSave }: Props) {
  return (
    <form
      className="form"
      onSubmit={(event) => {
        const target = event.currentTarget
        const form = fields(event)
        const mistake = mistakeIn(form)
        if (mistake) toast(mistake, { kind: 'error' })
        else void onSave(readCampaign(form)).then((isDone) => isDone && target.reset())
      }}
    >
      <div className="two">
        <label>
          {t('Key')}
          <input name="key" maxLength={WIDGET_MAX.campaignKey} required placeholder="free-shipping" />
        </label>
        <label>
          {t('Part of the page’s address')}
          <input name="url" maxLength={WIDGET_MAX.campaignUrl} placeholder="/cart" />
        </label>
        <label>
          {t('Seconds on the page')}
          <input name="seconds" type="number" min={0} max={WIDGET_MAX.campaignSeconds} />
        </label>
        <label>
          {t('Cart of at least')}
          <input name="cartTotal" type="number" min={0} step="0.01" />
        </label>
        <label>
          {t('Scrolled through the page, in per cent')}
          <input name="scroll" type="number" min={1} max={100} />
        </label>
        <label>
          {t('Languages')}
          <input
            name="languages"
            pattern="\s*[A-Za-z]{2,3}([\s,]+[A-Za-z]{2,3})*\s*"
            title={t('Codes of two or three letters: en, de')}
            placeholder="en, de"
          />
        </label>
        <label className="check">
          <input type="checkbox" name="exit" /> {t('When the shopper is about to leave')}
        </label>
        {knowsCountry && (
          <label>
            {t('Countries, two letters each')}
            <input name="countries" pattern="\s*[A-Za-z]{2}([\s,]+[A-Za-z]{2})*\s*" placeholder="DE, AT" />
          </label>
        )}
        <label>
          {t('Who')}
          <select name="returning" defaultValue="">
            <option value="">{t('Everybody')}</option>
            <option value="no">{t('Who is here for the first time')}</option>
            <option value="yes">{t('Who was here before')}</option>
          </select>
        </label>
        <label>
          {t('How often')}
          <select name="repeat" defaultValue="once">
            <option value="once">{t('Once for each shopper')}</option>
            <option value="days">{t('Again after some days')}</option>
            <option value="always">{t('On each page')}</option>
          </select>
        </label>
        <label>
          {t('Days before it shows again')}
          <input name="everyDays" type="number" min={1} max={365} placeholder="7" />
        </label>
        <label>
          {t('Event that the page tells of')}
          <input name="event" maxLength={EVENT_NAME_MAX} placeholder="video watched" />
        </label>
        <label>
          {t('Shopper’s attribute')}
          <input name="attribute" maxLength={ATTRIBUTE_NAME_MAX} placeholder="tier" />
        </label>
        <label>
          {t('Its value')}
          <input name="attributeValue" maxLength={ATTRIBUTE_VALUE_MAX} placeholder="gold" />
        </label>
        <label>
          {t('From')}
          <input name="from" type="datetime-local" />
        </label>
        <label>
          {t('Until')}
          <input name="until" type="datetime-local" />
        </label>
        <label>
          {t('Address of a picture')}
          <input name="imageUrl" type="url" pattern="https://.*" placeholder="https://…" />
        </label>
        <label>
          {t('Sender’s name')}
          <input name="senderName" maxLength={80} />
        </label>
        <label>
          {t('A button’s words')}
          <input name="buttonLabel" maxLength={40} placeholder={t('See the offers')} />
        </label>
        <label>
          {t('Where the button leads')}
          <input name="buttonUrl" type="url" pattern="https://.*" placeholder="https://…" />
        </label>
      </div>
      <label>
        {t('Message')}
        <textarea name="text" rows={2} maxLength={WIDGET_MAX.campaignText} required />
      </label>
      <Button type="submit">{t('Save the campaign')}</Button>
    </form>
  )
}

/** What does not go together, so that nothing which was typed is dropped without a word. */
function mistakeIn(form: (name: string) => string): string | undefined {
  const has = (name: string) => form(name).trim() !== ''
  if (has('buttonLabel') && !has('buttonUrl')) return t('A button needs words and an address')
  if (has('attributeValue') && !has('attribute')) return t('An attribute needs a name')
  return has('from') && has('until') && form('from') >= form('until') ? t('It ends before it begins') : undefined
}

/** What was filled in; what was left empty is no rule. */
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
