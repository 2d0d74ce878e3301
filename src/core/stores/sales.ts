import type { Caller } from '#core/caller.ts'
import { invalidParams } from '#core/errors.ts'
import { REPORT_ORDERS_MAX, SALES_WITHIN_DAYS } from '#core/limits.ts'
import { countOrders, findSalesReportSwitch, readSales, type SalesRow } from '#storage/stores/sales.ts'
import { readSpan } from './reports.ts'

/** Orders of one member, the AI agent, a campaign or all: how many, and their totals by currency. */
interface Sales {
  orders: number
  amounts: { amount: string; currencyCode: string }[]
}

export interface SalesReport {
  /** How long after a reply an order counts. */
  withinDays: number
  total: Sales
  aiAgent: Sales
  members: (Sales & { key: string })[]
  campaigns: (Sales & { key: string })[]
}

/**
 * Orders that customers placed within SALES_WITHIN_DAYS after a reply of a member or the AI agent
 * (docs/decisions/0125-count-orders-after-the-last-reply.md). Null where the store has turned the report off.
 */
export async function makeSalesReport(
  { shop, access = null }: Caller,
  request: { from: string; to: string },
): Promise<SalesReport | null> {
  const { from, to } = readSpan(request)
  const withinMs = SALES_WITHIN_DAYS * 24 * 60 * 60 * 1000
  // A transaction has its own connection: no other request waits behind a long report.
  const rows = await shop.transaction(async (tx) => {
    if (!(await findSalesReportSwitch(tx))) return null
    if ((await countOrders(tx, { from, to }, REPORT_ORDERS_MAX + 1)) > REPORT_ORDERS_MAX) {
      throw invalidParams(`More than ${REPORT_ORDERS_MAX} orders were placed in this period; choose a shorter one.`)
    }
    return readSales(tx, access, { from, to, withinMs })
  })
  if (!rows) return null
  const of = (kind: SalesRow['kind']) => rows.filter((row) => row.kind === kind)
  return {
    withinDays: SALES_WITHIN_DAYS,
    total: sum(of('total')),
    aiAgent: sum(of('ai')),
    members: byKey(of('member')),
    campaigns: byKey(of('campaign')),
  }
}

function sum(rows: SalesRow[]): Sales {
  const amounts = rows.map(({ amount, currencyCode }) => ({ amount, currencyCode }))
  return {
    orders: rows.reduce((count, { orders }) => count + orders, 0),
    amounts: amounts.sort((a, b) => (a.currencyCode < b.currencyCode ? -1 : 1)),
  }
}

function byKey(rows: SalesRow[]): (Sales & { key: string })[] {
  const keys = [...new Set(rows.map(({ key }) => key))]
  return keys
    .map((key) => ({ key, ...sum(rows.filter((row) => row.key === key)) }))
    .sort((a, b) => b.orders - a.orders || (a.key < b.key ? -1 : 1))
}
