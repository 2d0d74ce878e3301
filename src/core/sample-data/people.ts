import type { Random } from '#base/random.ts'
import { emailKey } from '#base/text.ts'
import type { NewContact } from '#storage/contacts/contacts.ts'
import { COUNTRIES, type Country, SHOP } from './corpus.ts'
import { makeOrders, type SampleOrder } from './orders.ts'
import { DAY, growingTime, grownBy, HOUR, type Sample } from './sample.ts'
import type { Item } from './shop.ts'

/** The store's customers came over this long. */
const SPAN = 400 * DAY

export interface SamplePerson {
  contact: NewContact
  orders: SampleOrder[]
  /** What they speak, and what they are called when spoken to; empty for visitors without a name. */
  language: string
  calledName: string
  city: string
}

/** How many of the contacts were there at a moment: those with a smaller number. */
export function contactsAt(sample: Sample, moment: number): number {
  return grownBy(sample.until, SPAN, moment, sample.contacts)
}

/** The contact with this number, and what they ordered. Their last chat is not known here. */
export function makePerson(sample: Sample, items: Item[], number: number): SamplePerson {
  const random = sample.seed.random('contact', number)
  const country = random.weighted(COUNTRIES, ({ weight }) => weight)
  const type = random.weighted(['customer', 'guest', 'anonymous'] as const, (t) => (t === 'customer' ? 2 : 1))
  const [city = '', zip = ''] = random.pick(country.cities)
  const createdAt = growingTime(sample.until, SPAN, number, sample.contacts) - random.between(0, 6 * HOUR)
  const [browser, browserVersion, os, deviceType] = random.pick(SHOP.devices)
  const visitor: NewContact = {
    id: sample.seed.id('contact', number),
    type,
    channels: [random.chance(0.8) ? 'online_store' : random.pick(MESSENGERS)],
    isRedacted: false,
    emailKey: null,
    customAttributes: random.chance(0.15) ? { language: country.language, source: random.pick(SOURCES) } : null,
    ipAddress: address(random),
    ipLocation: `${city}, ${country.country}`,
    browser: browser ?? null,
    browserVersion: browserVersion ?? null,
    os: os ?? null,
    deviceType: deviceType ?? null,
    createdAt: new Date(createdAt),
    updatedAt: new Date(createdAt),
  }
  const person = { language: country.language, city }
  if (type === 'anonymous') return { ...person, contact: visitor, orders: [], calledName: '' }

  const { firstName, lastName, name, calledName, mailbox } = nameOf(country, random)
  const email = `${mailbox}${random.between(1, 99)}@example.${random.pick(['com', 'net', 'org'])}`
  const ordersCount = type === 'customer' ? 1 + Math.min(5, Math.floor(-Math.log(1 - random.fraction()) * 1.4)) : 1
  const orders = makeOrders(sample, items, random, { contactNumber: number, createdAt, count: ordersCount })
  const contact: NewContact = {
    ...visitor,
    platformId: type === 'customer' ? String(7_000_000_000_000 + number * 32_768 + random.between(0, 32_767)) : null,
    name,
    firstName,
    lastName,
    email,
    emailKey: emailKey(email),
    phone: random.chance(0.6) ? random.digits(country.phone) : null,
    channels: channelsOf(random),
    tags: random.chance(0.3) ? [random.pick(SHOP.contactTags)] : null,
    note: random.chance(0.08) ? random.pick(SHOP.contactNotes) : null,
    address1: country.street
      .replace('{street}', random.pick(country.streets))
      .replace('{n}', `${random.between(1, 180)}`),
    address2: random.chance(0.1) ? `${random.between(1, 6)}/${random.between(1, 40)}` : null,
    city,
    zip,
    country: country.country,
    countryCode: country.code,
    ordersCount,
    totalSpent: Math.round(orders.reduce((sum, order) => sum + (order.isCancelled ? 0 : order.total), 0) * 100) / 100,
    senderSeq: random.chance(0.2) ? random.between(1, 500) : null,
  }
  return { ...person, contact, orders, calledName }
}

const MESSENGERS = ['social_messenger', 'photo_social', 'phone_messenger']
const SOURCES = ['newsletter', 'search', 'friend', 'ad']

function channelsOf(random: Random): string[] {
  const first = random.weighted(['online_store', 'email', ...MESSENGERS], (channel) =>
    channel === 'online_store' ? 9 : channel === 'email' ? 4 : 2,
  )
  const second = random.pick(['online_store', 'email', ...MESSENGERS])
  return random.chance(0.25) && second !== first ? [first, second] : [first]
}

function nameOf(country: Country, random: Random) {
  const f = random.between(0, country.first.length - 1)
  const l = random.between(0, country.last.length - 1)
  const [firstName, lastName] = [country.first[f] as string, country.last[l] as string]
  const glue = country.language === 'ja' ? ' ' : ''
  const name = country.familyFirst ? lastName + glue + firstName : `${firstName} ${lastName}`
  const mailbox = `${plain(country.romanFirst?.[f] ?? firstName)}.${plain(country.romanLast?.[l] ?? lastName)}`
  // Japanese address people by their family name, Chinese and Koreans by the whole one.
  const calledName = country.familyFirst ? (country.language === 'ja' ? lastName : name) : firstName
  return { firstName, lastName, name, calledName, mailbox }
}

/** A name as it stands in an address: "Jürgen" is "jurgen". */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replace(/[^a-z]/g, '')
}

/** An address out of the ranges that are kept for examples (RFC 5737, RFC 3849). */
function address(random: Random): string {
  if (random.chance(0.2)) return `2001:db8:${random.word().toString(16).slice(0, 4)}::${random.between(1, 99)}`
  return `${random.pick(['192.0.2', '198.51.100', '203.0.113'])}.${random.between(1, 254)}`
}
