import type { FastifyReply, FastifyRequest } from 'fastify'
import { getVariableValues } from 'graphql'
import type { Caller } from '#core/caller.ts'
import type { QueryBudget } from '#core/rates/query-budget.ts'
import type { ConcurrencyLimiter } from '#core/rates/tenant-concurrency-limiter.ts'
import type { Keyring } from '#core/stores/api-key-cache.ts'
import type { Database } from '#database/database.ts'
import { logUnexpected } from '#surfaces/http/errors.ts'
import { type AnswerOutcome, type Run, writeData } from './answer.ts'
import { describeCost, greatestCost, requestedCost } from './cost.ts'
import { authenticate } from './credentials.ts'
import { chooseOperation, readDocument } from './document.ts'
import { type DocumentTime, openDocumentTime } from './document-time.ts'
import { refusal, refusalOf } from './errors.ts'
import { checkIntrospection } from './introspection-size.ts'
import { planOf } from './plan.ts'
import { type GraphqlRequest, readRequest } from './request.ts'
import { schema } from './schema.ts'
import { sendPieces } from './send.ts'

export interface GraphqlOptions {
  database: Database
  keyring: Keyring
  budget: QueryBudget
  documentTime: QueryBudget
}

/** Answers one request. */
export async function serve(
  request: FastifyRequest,
  reply: FastifyReply,
  options: GraphqlOptions,
  gate: ConcurrencyLimiter,
): Promise<FastifyReply> {
  const time = await openDocumentTime(request, options)
  const asked = readRequest(request.body)
  const run = await time.measure(asked.query, () => prepare(asked))
  const reader = run.plan.find((field) => field.kind === 'customer' || field.kind === 'customers')
  if (!reader) return sendPieces(request, reply, answer(request, run, time))
  const caller = await authenticate(request, options, reader.node)
  request.caller = caller
  const turn = gate.enter(caller.shop.shopId)
  if (!turn) throw refusal(503, 'UNAVAILABLE', 'Too many queries at once; try again shortly.', run.operation)
  const leave = await turn
  try {
    return await sendPieces(request, reply, await answerMetered(request, run, { caller, ...options }, leave))
  } catch (error) {
    leave()
    throw error
  }
}

/** Everything that can be judged without a store. */
function prepare({ query, variables: given, operationName }: GraphqlRequest): Run {
  const document = readDocument(query)
  const operation = chooseOperation(document, operationName)
  const { errors, coerced: variables } = getVariableValues(schema, operation.variableDefinitions ?? [], given, {
    maxErrors: 20,
  })
  if (errors) throw refusalOf(errors, 'GRAPHQL_VALIDATION_FAILED')
  const plan = planOf(document, operation, variables)
  const introspection = plan.flatMap((field) => (field.kind === 'introspection' ? field.nodes : []))
  checkIntrospection(introspection, document.fragments)
  return { document, operation, variables, plan }
}

/** Answers what reads no contact data: nobody has to say who they are, and no points are charged. */
async function* answer(request: FastifyRequest, run: Run, time: DocumentTime): AsyncGenerator<string> {
  const outcome = newOutcome()
  yield '{"data":'
  yield* time.measureSteps(writeData(run, null, outcome))
  yield `${endOf(request, outcome)}}`
}

/**
 * Answers a query of contact data, on the store's budget: THROTTLED when nothing is left of it. What the query comes to at
 * most is reserved while it runs; then it is charged with what it gave out. `leave` ends the store's turn.
 */
async function answerMetered(
  request: FastifyRequest,
  run: Run,
  { caller, budget }: { caller: Caller; budget: QueryBudget },
  leave: () => void,
): Promise<AsyncGenerator<string>> {
  const { shopId } = caller.shop
  const [requested, greatest] = await Promise.all([requestedCost(run, caller), greatestCost(run, caller)])
  const { taken, left } = await budget.reserve(shopId, greatest)
  if (taken === 0) {
    const wait = 'The store’s query budget is used up; extensions.cost says how much comes back a second.'
    throw refusal(200, 'THROTTLED', wait, run.operation, { cost: describeCost(requested, 0, left) })
  }
  return (async function* () {
    const outcome = newOutcome()
    let leftThen = 0
    try {
      yield '{"data":'
      yield* writeData(run, caller, outcome)
    } finally {
      leave()
      // Given back, then charged: time that went by must not refill what was only reserved.
      const settled = [budget.charge(shopId, -taken), budget.charge(shopId, 1 + outcome.nodes)] as const
      leftThen = (await Promise.all(settled))[1] // whoever hangs up pays for what was read
    }
    const cost = describeCost(requested, 1 + outcome.nodes, leftThen)
    yield `${endOf(request, outcome)},"extensions":${JSON.stringify({ cost })}}`
  })()
}

const newOutcome = (): AnswerOutcome => ({ errors: [], faults: [], nodes: 0 })

function endOf(request: FastifyRequest, { errors, faults }: AnswerOutcome): string {
  for (const fault of faults) logUnexpected(request, fault)
  return errors.length > 0 ? `,"errors":${JSON.stringify(errors)}` : ''
}
