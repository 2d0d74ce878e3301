import { type Static, Type } from 'typebox'
import { nullable, string } from '#surfaces/http/schema.ts'

/** What an article did in the last 30 days. */
export const ArticleInsight = Type.Object({
  id: string(),
  title: string(),
  locale: nullable(string()),
  views: Type.Integer(),
  helpful: Type.Integer(),
  notHelpful: Type.Integer(),
  answered: Type.Integer({ description: 'Conversations in which the AI agent answered with it.' }),
  ended: Type.Integer({ description: 'Those of them that ended with that, without a member.' }),
})
export type ArticleInsight = Static<typeof ArticleInsight>

/** An article that is missing, with a draft in the words of members. */
export const ArticleSuggestion = Type.Object({
  question: string(),
  answer: string('Empty: nobody has answered it yet.'),
  searched: Type.Integer(),
  unanswered: Type.Integer(),
  solved: Type.Integer(),
  conversationIds: Type.Array(string()),
})
export type ArticleSuggestion = Static<typeof ArticleSuggestion>
