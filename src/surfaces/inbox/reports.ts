import { Type } from 'typebox'
import { makeReport } from '#core/stores/reports.ts'
import { makeSalesReport } from '#core/stores/sales.ts'
import type { App } from '#surfaces/http/app.ts'
import { nullable } from '#surfaces/http/schema.ts'
import { memberOf } from './kit/guard.ts'
import { text } from './kit/routes.ts'
import { answerOf } from './schemas/answers.ts'
import { Report, SalesReport } from './schemas/reports.ts'

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

  app.get(
    '/reports/sales',
    {
      schema: {
        querystring: Type.Object({ from: text(40), to: text(40) }),
        response: answerOf(nullable(SalesReport)),
      },
    },
    async (request) => ({ data: await makeSalesReport(memberOf(request).caller, request.query) }),
  )
}
