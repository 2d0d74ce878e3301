import type { Language } from '../../turn.ts'

/** What something may cost, in major units. */
export interface PriceWish {
  min: number | null
  max: number | null
  /** ISO 4217; null where the customer named none: then it is the store's. */
  currency: string | null
}

const AMOUNT = String.raw`(\d{1,7}(?:[.,' ]\d{3}(?!\d)){0,2}(?:[.,]\d{1,2}(?!\d))?)`
const CURRENCIES: [RegExp, string][] = [
  [/€|\beuros?\b|\beur\b|يورو|ユーロ/iu, 'EUR'],
  [/£|\bpounds?\b|\bgbp\b|\bpfund\b|\blibras\b|\bsterling\b/iu, 'GBP'],
  [/\busd\b|us\$|\$|\bdollars?\b|\bdólares\b|\bdollari\b|دولار|ドル/iu, 'USD'],
  [/¥|円|\byen\b|\bjpy\b/iu, 'JPY'],
  [/\bchf\b|\bfranken\b|\bfrancs? suisses?\b/iu, 'CHF'],
  [/r\$|\breais\b|\bbrl\b/iu, 'BRL'],
  [/\bsek\b|\bkronor\b/iu, 'SEK'],
  [/\baed\b|درهم/iu, 'AED'],
  [/\bsar\b|ريال/iu, 'SAR'],
  [/\binr\b|₹|\brupees\b/iu, 'INR'],
]
/** Currencies that write their amounts with a dollar sign. */
const DOLLARS = ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN']

// biome-ignore format: a language a line reads best
const UP_TO: Record<Language, string> = {
  en: 'under|below|less than|up to|max(?:imum)?|at most|no more than|not more than|cheaper than|within|budget (?:of|is)?',
  de: 'unter|bis(?: zu)?|höchstens|maximal|max|nicht mehr als|weniger als|budget(?: von)?',
  es: 'menos de|por menos de|hasta|máximo|como máximo|no más de|por debajo de|presupuesto de',
  fr: "moins de|à moins de|jusqu['’]à|maximum|max|au plus|pas plus de|en dessous de|sous les|budget(?: de)?",
  it: "meno di|sotto (?:i|gli|le)?|fino a|massimo|al massimo|non più di|entro (?:i|gli)?|budget(?: di)?",
  nl: 'onder(?: de)?|minder dan|tot(?: en met)?|maximaal|max|hoogstens|niet meer dan|budget(?: van)?',
  pt: 'menos de|por menos de|até|no máximo|máximo|abaixo de|não mais de|orçamento de',
  ar: 'اقل من|أقل من|تحت|حتى|بحد أقصى|لا يزيد عن|لا تزيد عن|في حدود',
  ja: '予算は?',
}
// biome-ignore format: a language a line reads best
const FROM: Record<Language, string> = {
  en: 'over|above|more than|at least|from',
  de: 'über|ab|mindestens|mehr als',
  es: 'más de|desde|a partir de|al menos',
  fr: 'plus de|à partir de|au moins',
  it: 'più di|sopra i|almeno|a partire da',
  nl: 'boven|meer dan|vanaf|minstens',
  pt: 'mais de|a partir de|pelo menos|acima de',
  ar: 'أكثر من|اكثر من|فوق|ابتداء من',
  ja: '最低',
}
const BETWEEN = `(?:between|zwischen|entre|tra|fra|tussen|بين) `
const AND = String.raw` ?(?:€|\$|£|euros?|eur)? ?(?:-|–|and|und|et|y|e|en|to|bis|à|a|و) ?`
const SIGN = String.raw` ?(?:€|£|\$|¥|₹|r\$|us\$|chf|eur|usd|gbp)? ?`
/** Units behind an amount that is not of money: "under 2 kg". */
const UNIT = String.raw`(?! ?(?:kg|g|mg|l|ml|cl|cm|mm|m|km|w|wh|mah|gb|tb|go|to|mo|zoll|inch|inches|pouces|pulgadas|pollici|%|stunden|hours|heures|horas|ore|°)(?![\p{L}]))`

/** The price that a text wishes for; null where it names none. */
export function readPrice(text: string, language: Language): PriceWish | null {
  const plain = text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
  const words = (table: Record<Language, string>) => (language === 'en' ? table.en : `${table[language]}|${table.en}`)
  const find = (pattern: string) => new RegExp(pattern, 'iu').exec(plain)
  const currency = CURRENCIES.find(([sign]) => sign.test(plain))?.[1] ?? null
  const range = find(`${BETWEEN}${SIGN}${AMOUNT}${AND}${SIGN}${AMOUNT}${UNIT}`)
  if (range) return { min: numberOf(range[1]), max: numberOf(range[2]), currency }
  const behind = find(
    `${AMOUNT} ?(?:€|£|\\$|円|ユーロ|ドル|يورو)? ?(?:以下|以内|未満|まで|より安い|أو أقل|or less|oder weniger|o menos|ou moins|o meno)`,
  )
  const most = find(`(?<!\\p{L})(?:${words(UP_TO)}) ${SIGN}${AMOUNT}${UNIT}`) ?? behind
  const least =
    find(`(?<!\\p{L})(?:${words(FROM)}) ${SIGN}${AMOUNT}${UNIT}`) ?? find(`${AMOUNT} ?(?:円|ユーロ|ドル)? ?以上`)
  // "More than" is money only where a currency says so: "more than 10 hours".
  const min = least && currency !== null ? numberOf(least[1]) : null
  const max = most ? numberOf(most[1]) : null
  return min === null && max === null ? null : { min, max, currency }
}

/** "1,299.50", "1.299,50" and "50" as numbers. */
function numberOf(amount = ''): number {
  const bare = amount.replace(/['\s]/g, '').replace(/[.,](?=\d{3}(?!\d))/g, '')
  return Number(bare.replace(',', '.'))
}

/** Whether amounts of a wish may be compared with a store's prices. */
export function isOfCurrency({ currency }: PriceWish, ofStore: string | null): boolean {
  if (currency === null || currency === ofStore) return true
  return currency === 'USD' && ofStore !== null && DOLLARS.includes(ofStore)
}
