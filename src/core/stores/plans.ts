import { invalidParams } from '#core/errors.ts'

/** A store's plans, lowest first. */
export const PLANS = ['free', 'basic', 'pro', 'plus'] as const
export type Plan = (typeof PLANS)[number]

const PLAN_NAMES = { free: 'Free', basic: 'Basic', pro: 'Pro', plus: 'Plus' } as const

export function planReaches(plan: Plan, minimum: Plan): boolean {
  return PLANS.indexOf(plan) >= PLANS.indexOf(minimum)
}

/** Refuses what a store's plan does not include, naming the plan that does. */
export function requirePlan(plan: Plan, minimum: Plan, what: string): void {
  if (planReaches(plan, minimum)) return
  const enough = PLANS.slice(PLANS.indexOf(minimum)).map((p) => PLAN_NAMES[p])
  throw invalidParams(`${what} needs the ${enough.join(' or ')} plan; this store is on ${PLAN_NAMES[plan]}.`)
}
