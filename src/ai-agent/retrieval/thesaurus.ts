import { readWords } from '#base/search-tokenizer.ts'

/**
 * English words and phrases that mean the same to a shop and its customers: each row is one word for them all, and what
 * is said instead. A word may be in several rows; its endings do not matter, a phrase stands as it is.
 */
const ROWS = `
duration: kab, kab tak, kitne din, how long, how soon, how fast, how quick, how quickly, how many days, how many weeks, how many hours, when will, when do, when does, when is, when can, when would, when are, what time, which day, what day, time, timeline, lead time, period, long, soon, till when, until when
price: kitna, kitne, kitni, kimat, keemat, daam, prise, fees, how much, cost, free, fee, charge, charges, pricing, rate, expensive, cheap, amount, surcharge
location: kaha, kahan, kidhar, pin, directions, where, located, which countries, which country, country, area, zone, postcode, post code, zip code, pincode, pin code, city, region, outside the city, place, address, spain, germany, france, england, italy, usa, america, canada, switzerland, norway, australia, austria, belgium, netherlands, japan, brazil, uk, europe, mexico, saudi, emirates, egypt, morocco, kingdom, eu, island, abroad, international, internationally, worldwide, overseas
delivery: deliver, ship, shipping, shipment, postage, arrive, send, sent, dispatch, courier, get here, reach me, by mail, by post, express, receive, get it, here
return: wapas, vapas, send back, sending back, send it back, give back, take back, bring back, send the phone back, changed my mind, change my mind, returning
refund: money back, get my money, reimburse, reimbursement, repay, my money
exchange: swap, replace, replacement, another one
cancel: cancelation, cancellation, call off, stop, end, unsubscribe, no longer want, dont want it anymore
change: edit, modify, update, amend, alter, correct, add, adjust, switch
pay: upi, gpay, phonepe, paytm, wallet, net banking, payment, paying, paypal, visa, mastercard, credit card, debit card, card, apple pay, google pay, klarna, bank transfer, cash, bitcoin, checkout
instalment: emi, installment, monthly payment, monthly payments, pay monthly, pay in, pay later, bit by bit, financing, finance, 0%, interest, klarna, part payment, instalments
cod: cash on delivery, cod, pay cash, pay on delivery, pay at the door
discount: coupon, voucher, promo, promotion, promo code, deal, deals, offer, offers, sale, reduction, rebate, cheaper, percent off, code, special price, best price
student: students, university, college, pupil, school
gift: present, birthday, wrap, wrapping, christmas, greeting card
warranty: guarantee, guaranteed, covered, coverage, warrantee
repair: fix, zip broke, broke, broken, defect, defective, faulty, stopped working, not working, mend, maintenance, service, serviced, inspection, tune up, workshop, flickers, cracked
damaged: broken, damage, arrived dead, dead, torn, smashed, complaint
missing: incomplete, not complete, forgot, forgotten, left out, lacking
shop: dukan, shops, stores, branches, outlets, store, showroom, branch, outlet, retailer, dealer, distributor, physical, brick and mortar, visit, in person, visiting, come by, come to, roastery, greenhouse, near me, pick up at your, try it before, test ride, see the, offline
hours: timing, timings, opening hours, opening times, open, opened, closed, closing
subscription: subscribe, subscriber, automatically, every week, every month, every two weeks, weekly, monthly, monthly box, every monday, recurring
account: profile, login, log in, sign in, registration, register, my data
password: passcode, cant log in
address: moved house, moving, street, house number
track: tracking, where is my, whereabouts, follow my, status, trace
size: sizing, sizes, dimension, dimensions, measurement, measure, fit, fits, tall, length, width, height, large, small, big
stock: milega, milegi, available, availability, sold out, back in, restock, in stock
material: fabric, made of, ingredient, ingredients, contain, contains, composition, cloth, what is in, inside, feature, features
care: wash, washing, clean, cleaning, store, storing, keep, machine wash
origin: made in, made, where are they made, manufacture, manufactured, produced, produce, where are, fair trade, fairtrade, sourced, factory, factories, farmers, farms, direct trade
vegan: plant based, animal, animals, dairy, butter, eggs, milk, beeswax, leather
allergy: allergic, allergen, allergens, nuts, traces, gluten, wheat, coeliac, sensitive, intolerance, react
contact: call me, call back, phone number, email address, get in touch, reach you, contact you, speak, talk, hotline, whatsapp, telephone, helpline
wholesale: b2b, business, company, office, offices, bulk, restaurant, restaurants, cafe, reseller, corporate
trade: trade in, tradein, part exchange, sell my, sell you, buy used, buy old, old one, buy back
sample: samples, try before, trial, testing, test, tester, try
points: loyalty, rewards, reward, bonus points
invoice: bill, receipt, vat
customs: duties, duty, import tax, tax, taxes
pickup: pick up, collect, collection, come and get, click and collect
packaging: packed, package, packing, wrapped, box, packs, boxed
recycle: recyclable, recycling, recycled, plastic free, refill, sustainable, environment, empty bottles
included: include, come with, comes with, contents, in the box, do i get, extra, need to buy
assemble: assembled, assembly, build, put together, mount, installation, install, set up, pitch
compare: difference, different, compared, vs, versus, better, comparison
used: second hand, refurbished, preowned, pre owned, someone use it
battery: charge, charging, charger, range, power
fresh: stale, shelf life, expiry, expire, go bad, go off, best before, keeps, use by, how many days is it good
pregnant: pregnancy, breastfeeding, nursing
safe: poisonous, toxic, harmful, pet safe, pet friendly, dangerous
pet: cat, cats, dog, dogs, animal
insects: bugs, flies, gnats, pests
water: watering
data: photos, contacts, files, wipe
unlocked: locked, sim lock, network, provider, sim card, any sim, simlock
event: events, wedding, party, catering, guests, cater
minimum: at least, minimum order, just one, smallest
saturday: weekend
recommend: suggestion, suggest, suit, suitable, suits, right for me, which one, best for, choose, advice
job: jobs, career, careers, vacancy, hiring, work for you
model: models, variant, variants, version, versions, types, kinds, range, collection, products
cancelled: canceled
late: delay, delayed, overdue, still waiting, not received, havent received, not arrived, hasnt arrived, didnt receive, taking so long, so long
`

interface Thesaurus {
  /** Stem of a word to the words for it. */
  words: Map<string, string[]>
  /** Phrase of plain words, in stems, to the word for it; longest first. */
  phrases: { stems: string[]; word: string }[]
}

/** Letters of a stem that say enough: "area" and "are" have the same one. */
const STEM_MIN = 4

const THESAURUS = read()

/** Words that stand for an English word or say the same; none for most. */
export function alikeWords({ text, stem }: { text: string; stem: string }): string[] {
  return THESAURUS.words.get(text) ?? (stem.length >= STEM_MIN ? THESAURUS.words.get(stem) : undefined) ?? []
}

/** Phrases that begin at a place in a text, given its stems: how many words the longest has, and what it means. */
export function phraseAt(stems: string[], at: number): { length: number; words: string[] } | null {
  const found = THESAURUS.phrases.filter((phrase) => phrase.stems.every((stem, i) => stems[at + i] === stem))
  const [longest] = found
  if (!longest) return null
  const length = longest.stems.length
  return { length, words: found.filter(({ stems }) => stems.length === length).map(({ word }) => word) }
}

function keysOf(word: { text: string; stem: string } | undefined): string[] {
  return word ? [...new Set([word.text, ...(word.stem.length >= STEM_MIN ? [word.stem] : [])])] : []
}

function read(): Thesaurus {
  const words = new Map<string, string[]>()
  const phrases: Thesaurus['phrases'] = []
  for (const row of ROWS.trim().split('\n')) {
    const [word = '', others = ''] = row.split(': ')
    for (const other of [word, ...others.split(', ')]) {
      const read = readWords(other.replaceAll("'", ''))
      if (read.length > 1) phrases.push({ stems: read.map(({ stem }) => stem), word })
      else for (const key of keysOf(read[0])) words.set(key, [...new Set([...(words.get(key) ?? []), word])])
    }
  }
  return { words, phrases: phrases.sort((a, b) => b.stems.length - a.stems.length) }
}
