import { t } from '../../../base/texts.ts'
import type { Campaign } from './widget-props.ts'

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** When a campaign shows, as a line of text. */
export function rulesInWords({ rules, once, everyDays, from, until }: Campaign): string {
  const parts = [
    rules?.url && t('on pages with {0}', rules.url),
    rules?.seconds !== undefined && t('after {0} s', rules.seconds),
    rules?.cartTotal !== undefined && t('with a cart of at least {0}', rules.cartTotal),
    rules?.scroll !== undefined && t('scrolled through {0} %', rules.scroll),
    rules?.exit && t('about to leave'),
    rules?.languages && t('languages: {0}', rules.languages.join(', ')),
    rules?.countries && t('countries: {0}', rules.countries.join(', ')),
    rules?.returning !== undefined && (rules.returning ? t('here before') : t('here for the first time')),
    rules?.event && t('once the page tells of {0}', rules.event),
    rules?.attribute && t('with {0} {1}', rules.attribute.name, rules.attribute.value),
    from && t('from {0}', dates.format(new Date(from))),
    until && t('until {0}', dates.format(new Date(until))),
  ].filter(Boolean)
  const when = parts.length > 0 ? parts.join(', ') : t('when the store runs it')
  if (everyDays) return `${when}, ${t('again after a day|again after {0} days', everyDays)}`
  return once === false ? when : `${when}, ${t('once')}`
}
