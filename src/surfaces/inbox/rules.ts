import { Type } from 'typebox'
import { ID_MAX, RULE_RUNS_PAGE, RULES_MAX } from '#core/limits.ts'
import { tryRule } from '#core/rule-runs/dry-run.ts'
import type { LanguageOf } from '#core/rule-runs/load-rule-context.ts'
import { readRuleLog } from '#core/rule-runs/log.ts'
import { RuleDraft } from '#core/rules/rule.ts'
import { addRule, editRule, listStoreRules, orderRules, removeRule } from '#core/rules/rules.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { body, PageQuery, pageOf, paging, text } from './kit/routes.ts'
import { answerOf, created, Named, pageAnswer } from './schemas/answers.ts'
import { RuleRecord, RuleRun, RuleTrial } from './schemas/rules.ts'

const params = Type.Object({ ruleId: Type.String() })
const config = { access: 'admin' } as const
const TRIED = 100

/** Rules: what is done by itself with conversations. For admins. */
export function ruleRoutes(app: App, languageOf: LanguageOf): void {
  app.get('/rules', { config, schema: { response: answerOf(Type.Array(RuleRecord)) } }, async (request) => ({
    data: await listStoreRules(memberOf(request).caller),
  }))

  app.post('/rules', { config, schema: { body: RuleDraft, response: created(RuleRecord) } }, async (request, reply) =>
    reply.code(201).send({ data: await addRule(memberOf(request).caller, request.body) }),
  )

  app.put(
    '/rules/order',
    {
      config,
      schema: {
        body: body({ ids: Type.Array(text(ID_MAX), { maxItems: RULES_MAX.rules }) }),
        response: answerOf(Type.Array(RuleRecord)),
      },
    },
    async (request) => ({ data: await orderRules(memberOf(request).caller, request.body.ids) }),
  )

  // Which of the conversations that were active last it would have applied to. Nothing is written.
  app.post(
    '/rules/try',
    {
      config,
      schema: {
        body: body({ rule: RuleDraft, limit: Type.Optional(Type.Integer({ minimum: 1, maximum: RULES_MAX.tried })) }),
        response: answerOf(RuleTrial),
      },
    },
    async (request) => {
      const { rule, limit = TRIED } = request.body
      return { data: await tryRule(memberOf(request).caller, rule, { limit, languageOf }) }
    },
  )

  app.patch(
    '/rules/:ruleId',
    {
      config,
      schema: {
        params,
        body: Type.Partial(RuleDraft, { additionalProperties: false }),
        response: answerOf(RuleRecord),
      },
    },
    async (request) => ({ data: await editRule(memberOf(request).caller, request.params.ruleId, request.body) }),
  )

  app.delete('/rules/:ruleId', { config, schema: { params, response: answerOf(Named) } }, async (request) => {
    await removeRule(memberOf(request).caller, request.params.ruleId)
    return { data: { id: request.params.ruleId } }
  })

  app.get(
    '/rules/:ruleId/runs',
    { config, schema: { params, querystring: Type.Object(PageQuery), response: pageAnswer(RuleRun) } },
    async (request) => {
      const { runs, nextCursor } = await readRuleLog(
        memberOf(request).caller,
        request.params.ruleId,
        pageOf(request.query, RULE_RUNS_PAGE),
      )
      return { data: runs, paging: paging(nextCursor) }
    },
  )
}
