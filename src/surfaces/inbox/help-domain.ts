import { type HelpDomains, verifyDomain } from '#core/help-centre/domains.ts'
import type { App } from '#surfaces/http/app.ts'
import { HelpDomainProof } from '#surfaces/http/records.ts'
import { memberOf } from './kit/guard.ts'
import { answerOf } from './schemas/answers.ts'

export interface HelpDomainOptions {
  helpDomains: HelpDomains
  /** Name servers as `host:port`; none: those of the machine. */
  dnsServers: readonly string[]
}

/** Looks up the TXT record that proves the domain in `settings.helpCentre.domain`. INVALID_PARAMS where none is set. */
export function helpDomainRoutes(app: App, { helpDomains, dnsServers }: HelpDomainOptions): void {
  app.post(
    '/help-domain/verify',
    { config: { access: 'admin' }, schema: { response: answerOf(HelpDomainProof) } },
    async (request) => {
      const proof = await verifyDomain(memberOf(request).caller, dnsServers)
      await helpDomains.read()
      return { data: proof }
    },
  )
}
