import { cleanLine } from './clean.ts'
import { reasonOf, statusIn } from './status.ts'

/** How servers say in plain words that a mail was not delivered. */

/** How much of a report is read. */
export const REPORT_BYTES = 64 * 1024

const FAILED =
  /undeliver|not (be )?deliver|non-?deliver|delivery (status notification|failure|has failed|failed|problem|error)|delivering (your|the) (message|mail)|failure (notice|delivery)|mail delivery (system|failed|subsystem)|returned (mail|to sender)|mail returned|unable to deliver|able to deliver|unzustellbar|nicht zugestellt|unzustellbarkeit|non (remis|distribu|délivr)|échec de (la )?(remise|distribution)|no se (pudo|ha podido) entregar|error de entrega|devuelto|mancat[ao] (consegna|recapito)|non recapitat|impossibile recapitare|não (pôde ser |foi )?entreg|falha na entrega|onbestelbaar|niet (afgeleverd|bezorgd)|配信(不能|でき)|配送でき|送信できません|退信|无法(投递|送达)|未能送达/iu
const DELAYED =
  /delay|deferred|\bwarning\b|will (be )?(re)?tr(y|ied) again|still (be )?(being )?tr(ied|ying)|verzögert|noch nicht zugestellt|différé|retard|retras|ritard|atrasad|vertraagd|遅延|延迟|延遲/iu
const GIVEN_UP = /giv(e|en|ing) up|permanent|no further attempts|endgültig|définiti|definitiv/iu

/** What a report's words say of a mail that was not delivered; null where they say no such thing. */
export function failureIn({
  subject,
  text,
}: {
  subject: string
  text: string
}): { status: string; kind: 'permanent' | 'temporary'; reason: string } | null {
  const report = text.slice(0, REPORT_BYTES)
  const said = statusIn(report)
  if (!FAILED.test(subject) && !FAILED.test(report) && !/^[45]\.\d+\.\d+$/.test(said)) return null
  const isLate = DELAYED.test(subject) || (DELAYED.test(report.slice(0, 2_000)) && !said.startsWith('5'))
  const kind = isLate && !GIVEN_UP.test(report.slice(0, 2_000)) ? 'temporary' : 'permanent'
  const status = said || (kind === 'permanent' ? '5.0.0' : '4.0.0')
  const line = said ? (report.split('\n').find((one) => statusIn(one) === said) ?? '') : ''
  return { status, kind, reason: [reasonOf(status), cleanLine(line, 300)].filter(Boolean).join(' ') }
}
