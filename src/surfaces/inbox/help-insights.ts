import { Type } from 'typebox'
import { readInsights } from '#core/help-centre/insights.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { answerOf } from './schemas/answers.ts'
import { ArticleInsight, ArticleSuggestion } from './schemas/help-insights.ts'

/** What articles did in the last 30 days, and what to write next. */
export function helpInsightRoutes(app: App): void {
  app.get(
    '/help-insights',
    {
      config: { access: 'admin' },
      schema: {
        response: answerOf(
          Type.Object({ articles: Type.Array(ArticleInsight), suggestions: Type.Array(ArticleSuggestion) }),
        ),
      },
    },
    async (request) => ({ data: await readInsights(memberOf(request).caller) }),
  )
}
