import { type DomainProof, verifyDomain } from '#core/help-centre/domains.ts'
import { data } from '#surfaces/http/answers.ts'
import type { App } from '#surfaces/http/app.ts'
import { callerOf } from '#surfaces/http/caller.ts'
import { HelpDomainProof } from '#surfaces/http/records.ts'
import { operation, StorePath } from './answers.ts'
import type { Operator } from './parts.ts'

/** Proves a store's own domain for its help pages (spec C14). */
export function helpDomainRoutes(app: App, { helpDomains, dnsServers }: Operator): void {
  app.post(
    '/stores/:shopId/help-domain/verify',
    {
      schema: {
        ...operation({
          operationId: 'verifyHelpDomain',
          summary: 'Prove a store’s help domain',
          description:
            'Looks up the TXT record of the domain in `settings.helpCentre.domain`. Once proven, the domain serves the help pages until the setting changes.',
          tags: ['Operator: stores'],
          answer: data(HelpDomainProof),
        }),
        params: StorePath,
      },
    },
    async (request): Promise<{ data: DomainProof }> => {
      const proof = await verifyDomain(callerOf(request), dnsServers)
      await helpDomains.read()
      return { data: proof }
    },
  )
}
