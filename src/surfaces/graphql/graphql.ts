import type { FastifyRequest } from 'fastify'
import { getVariableValues } from 'graphql'
import type { Keyring } from '#core/access.ts'
import type { Caller } from '#core/caller.ts'
import type { QueryBudget } from '#core/query-budget.ts'
import type { Database } from '#storage/database.ts'
import { type App, mount } from '#surfaces/http/app.ts'
import { type Outcome, type Run, writeData } from './answer.ts'
import { describeCost, requestedCost } from './cost.ts'
import { authenticate } from './credentials.ts'
import { chooseOperation, readDocument } from './document.ts'
import { refusal, refusalOf } from './errors.ts'
import { planOf } from './plan.ts'
import { readRequest } from './request.ts'
import { schema } from './schema.ts'
import { logFault, sendPieces, sendRefusal } from './send.ts'

export interface GraphqlOptions {
  database: Database
  keyring: Keyring
  budget: QueryBudget
}

/** POST /graphql (spec 4.6, 5.2, 7.2; contract, sections 6 and 9). */
export function graphqlSurface(app: App, options: GraphqlOptions): Promise<void> {
  return mount(app, '/graphql', (scope) => {
    scope.setErrorHandler(sendRefusal)
    scope.post('', async (request, reply) => {
      const run = prepare(request.body)
      const reader = run.plan.find((field) => field.kind === 'customer' || field.kind === 'customers')
      if (!reader) return sendPieces(request, reply, answer(request, run))
      const caller = await authenticate(request, options, reader.node)
      request.caller = caller
      return sendPieces(request, reply, await answerMetered(request, run, caller, options.budget))
    })
  })
}

/** Everything that can be judged without a store. */
function prepare(body: unknown): Run {
  const { query, variables: given, operationName } = readRequest(body)
  const document = readDocument(query)
  const operation = chooseOperation(document, operationName)
  const { errors, coerced: variables } = getVariableValues(schema, operation.variableDefinitions ?? [], given, {
    maxErrors: 20,
  })
  if (errors) throw refusalOf(errors, 'GRAPHQL_VALIDATION_FAILED')
  return { document, operation, variables, plan: planOf(document, operation, variables) }
}

/** Answers what reads no contact data: nobody has to say who they are, and nothing is charged. */
async function* answer(request: FastifyRequest, run: Run): AsyncGenerator<string> {
  const outcome = newOutcome()
  yield '{"data":'
  yield* writeData(run, null, outcome)
  yield `${endOf(request, outcome)}}`
}

/** The same for contact data, on the store's budget: THROTTLED when nothing is left of it. */
async function answerMetered(
  request: FastifyRequest,
  run: Run,
  caller: Caller,
  budget: QueryBudget,
): Promise<AsyncGenerator<string>> {
  const { shopId } = caller.shop
  const [left, requested] = await Promise.all([budget.charge(shopId, 0), requestedCost(run, caller)])
  if (left <= 0) {
    const wait = 'The store’s query budget is used up; extensions.cost says how much comes back a second.'
    throw refusal(200, 'THROTTLED', wait, run.operation, { cost: describeCost(requested, 0, left) })
  }
  return (async function* () {
    const outcome = newOutcome()
    let leftThen = 0
    yield '{"data":'
    try {
      yield* writeData(run, caller, outcome)
    } finally {
      leftThen = await budget.charge(shopId, 1 + outcome.nodes) // whoever hangs up pays for what was read
    }
    const cost = describeCost(requested, 1 + outcome.nodes, leftThen)
    yield `${endOf(request, outcome)},"extensions":${JSON.stringify({ cost })}}`
  })()
}

const newOutcome = (): Outcome => ({ errors: [], faults: [], nodes: 0 })

function endOf(request: FastifyRequest, { errors, faults }: Outcome): string {
  for (const fault of faults) logFault(request, fault)
  return errors.length > 0 ? `,"errors":${JSON.stringify(errors)}` : ''
}
