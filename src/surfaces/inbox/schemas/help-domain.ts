import { type Static, Type } from 'typebox'
import { string } from '#surfaces/http/schema.ts'

export const HelpDomainProof = Type.Object({
  domain: string('As `settings.helpCentre.domain` names it.'),
  txtName: string('Name of the TXT record that proves it.'),
  txtValue: string('Its value.'),
  proven: Type.Boolean({ description: 'Whether the domain serves the help pages, where they are on.' }),
})
export type HelpDomainProof = Static<typeof HelpDomainProof>
