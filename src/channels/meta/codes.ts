import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import type { SendOutcome } from '../outcome.ts'
import { recordOf, textOf } from './values.ts'

/** What the Graph API's error codes mean for a message (docs/operate/messengers.md has the table for people). */

type Meaning =
  | 'token'
  | 'window'
  | 'unreachable'
  | 'rate'
  | 'pair'
  | 'withheld'
  | 'optedOut'
  | 'unpaid'
  | 'templateMissing'
  | 'templateParameters'
  | 'templatePaused'
  | 'passing'
  | 'ours'

/** By code, or by code and subcode where that says more. */
const MEANINGS: Record<string, Meaning> = nullPrototypeRecord({
  '190': 'token',
  '10': 'token',
  '200': 'token',
  '131005': 'token',
  '131031': 'token',
  '10/2018278': 'window',
  '10/2534022': 'window',
  '131047': 'window',
  '470': 'window',
  '551': 'unreachable',
  '551/1545041': 'unreachable',
  '131026': 'unreachable',
  '100/2018108': 'unreachable',
  '2018108': 'unreachable',
  '100/2534014': 'unreachable',
  '2534014': 'unreachable',
  '4': 'rate',
  '17': 'rate',
  '32': 'rate',
  '613': 'rate',
  '80007': 'rate',
  '80008': 'rate',
  '130429': 'rate',
  '131048': 'rate',
  '131056': 'pair',
  '131049': 'withheld',
  '130472': 'withheld',
  '131050': 'optedOut',
  '131042': 'unpaid',
  '132001': 'templateMissing',
  '132000': 'templateParameters',
  '132005': 'templateParameters',
  '132012': 'templateParameters',
  '132018': 'templateParameters',
  '132007': 'templatePaused',
  '132015': 'templatePaused',
  '132016': 'templatePaused',
  '1': 'passing',
  '2': 'passing',
  '131000': 'passing',
  '131016': 'passing',
  '100': 'ours',
  '131008': 'ours',
  '131009': 'ours',
  '131051': 'ours',
})

const WORDS: Record<Meaning, string> = {
  token: 'The provider does not accept the account’s access token any more; an admin has to connect the account again.',
  window:
    'The provider takes replies only within its window after the customer’s last message; it opens when they write.',
  unreachable: 'The provider cannot reach this customer: they may have blocked the account, or left.',
  rate: 'The provider asks for a pause: too many messages were sent from this account.',
  pair: 'The provider asks for a pause: too many messages were sent to this customer.',
  withheld: 'The provider withheld the message, to protect the customer from too many messages; try again tomorrow.',
  optedOut: 'The customer does not want marketing messages from this account.',
  unpaid: 'The provider cannot charge for the message: check the payment method of the WhatsApp Business Account.',
  templateMissing: 'The template does not exist in this language, or is not approved yet; refresh the templates.',
  templateParameters:
    'The template takes other parameters than it was sent with; refresh the templates and send it again.',
  templatePaused: 'The provider has paused or disabled the template, because of its quality or its content.',
  passing: 'The provider has a passing fault.',
  ours: 'The provider refused the message as malformed.',
}

/** How long an account rests that sent too much. */
const RATE_REST_MS = 60_000
/** How long a message waits that may have left: its echo or status comes before. */
export const UNSURE_WAIT_MS = 10_000

interface GraphError {
  meaning: Meaning
  reason: string
  closesWindow: boolean
}

/** What an error of the Graph API means, in words for people. */
export function describeError(error: Record<string, unknown>, status = 0): GraphError {
  const code = textOf(error.code)
  const subcode = textOf(error.error_subcode)
  const meaning =
    MEANINGS[`${code}/${subcode}`] ??
    MEANINGS[subcode] ??
    MEANINGS[code] ??
    (status === 429 ? 'rate' : status >= 500 ? 'passing' : status === 401 ? 'token' : 'ours')
  const said = textOf(recordOf(error.error_data).details) || textOf(error.message) || textOf(error.title)
  const told = said && (meaning === 'ours' || meaning === 'passing') ? ` (${said.slice(0, 300)})` : ''
  const named = code ? ` [${subcode ? `${code}/${subcode}` : code}]` : ''
  return { meaning, reason: `${WORDS[meaning]}${told}${named}`, closesWindow: meaning === 'window' }
}

/** Why templates cannot be listed, in words for people. Status 0: there was no answer. */
export function describeListError(error: Record<string, unknown>, status: number): string {
  const code = textOf(error.code)
  const named = code ? ` [${code}]` : ''
  if (status === 0) return 'Meta did not answer; try again.'
  if (['10', '200', '294'].includes(code))
    return `The access token may not read templates: it needs whatsapp_business_management.${named}`
  if (['100', '803'].includes(code))
    return `Meta does not know this WhatsApp Business Account, or the access token has no access to it.${named}`
  const { meaning, reason } = describeError(error, status)
  if (meaning === 'rate')
    return `Meta asks for a pause: templates were listed too often. Try again in some minutes.${named}`
  return reason
}

/** What becomes of a part that the Graph API refused: `attempts` tells how often it was tried. */
export function outcomeOf(
  error: Record<string, unknown>,
  status: number,
  attempts: number,
): Exclude<SendOutcome, { kind: 'sent' }> {
  const { meaning, reason } = describeError(error, status)
  switch (meaning) {
    case 'token':
      return { kind: 'broken', reason }
    case 'window':
      return { kind: 'failed', reason, closesWindow: true }
    case 'rate':
      return { kind: 'retry', reason, afterMs: RATE_REST_MS, slowsAccount: true }
    case 'pair':
      return { kind: 'retry', reason, afterMs: 4 ** attempts * 1000 }
    case 'passing':
      return { kind: 'retry', reason }
    default:
      return { kind: 'failed', reason }
  }
}
