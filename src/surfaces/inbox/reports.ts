import { Type } from 'typebox'
import { makeReport } from '#core/stores/reports.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { text } from './kit/routes.ts'
import { answerOf } from './schemas/answers.ts'
import { Report } from './schemas/reports.ts'

/** Figures for the whole team. */
export function reportRoutes(app: App): void {
  app.get(
    '/reports',
    {
      schema: {
        querystring: Type.Object({ from: text(40), to: text(40), timeZone: Type.Optional(text(64)) }),
        response: answerOf(Report),
      },
    },
    async (request) => ({ data: await makeReport(memberOf(request).caller, { timeZone: 'UTC', ...request.query }) }),
  )
}
