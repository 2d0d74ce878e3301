import { type Static, Type } from 'typebox'
import { datetime, nullable, oneOf, string } from '#surfaces/http/schema.ts'
import type { Wire } from './wire.ts'

/** The connected channel in Slack, without its secrets. */
export const SlackSettings = Type.Object({
  eventsUrl: string('Address that the Slack app sends its events to.'),
  connection: nullable(
    Type.Object({
      teamName: string('Name of the workspace.'),
      channelId: string(),
      state: oneOf(['connected', 'broken']),
      lastError: nullable(string('Why it is broken.')),
      connectedAt: datetime(),
    }),
  ),
})
export type SlackSettings = Wire<Static<typeof SlackSettings>>
