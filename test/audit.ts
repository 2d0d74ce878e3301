import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Fails on what axe-core finds wrong with the page, or the frame, as it is. */
export async function audit(target: Page | Frame, where: string): Promise<void> {
  // Evaluated, not added as a script: the page's policy allows no inline code.
  await target.evaluate(axe)
  const { violations } = (await target.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
  }
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}\n${nodes[0]?.failureSummary}`)
  assert.deepEqual(found, [], `${where}: ${found.join('\n')}`)
}
