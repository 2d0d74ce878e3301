import { CostBudget } from '#connectors/shopify/budget.ts'

const KEPT_MAX = 10_000

/** What each shop may still be asked, as this process knows. */
export class Budgets {
  readonly #budgets = new Map<string, CostBudget>()

  of(connectionId: string): CostBudget {
    const budget = this.#budgets.get(connectionId) ?? new CostBudget()
    this.#budgets.delete(connectionId)
    this.#budgets.set(connectionId, budget)
    const [oldest] = this.#budgets.keys()
    if (this.#budgets.size > KEPT_MAX && oldest !== undefined) this.#budgets.delete(oldest)
    return budget
  }
}
