import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from 'playwright-core'
import { variants } from '../depth.ts'
import { findFaults, setTextSize } from './layout.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** A directory for pictures of what is looked at. */
const SCREENSHOTS = process.env.SCREENSHOTS

/** Fails on what axe-core finds wrong with the page, or the frame, as it is. */
export async function audit(target: Page | Frame, where: string): Promise<void> {
  if (SCREENSHOTS && 'screenshot' in target) {
    await target.screenshot({ path: `${SCREENSHOTS}/${where}.png`, animations: 'disabled' })
  }
  // Evaluated, not added as a script: the page's policy allows no inline code.
  await target.evaluate(axe)
  const { violations } = (await target.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
  }
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}\n${nodes[0]?.failureSummary}`)
  assert.deepEqual(found, [], `${where}: ${found.join('\n')}`)
}

/** How a reader may have the browser show a page. */
const COLOURS = {
  light: {},
  dark: { colorScheme: 'dark' },
  forced: { forcedColors: 'active' },
} as const
export type Look = keyof typeof COLOURS | 'large' | 'phone'
const LOOKS: Look[] = ['light', 'dark', 'forced', 'large', 'phone']

/**
 * Audits a page in light, in dark, in forced colours, with text twice as large, and on a phone, where it may not be wider
 * than the screen either; or in some of these looks. In `npm test` each page is audited in one of them, by its name.
 */
export async function auditAll(page: Page, where: string, looks = LOOKS): Promise<void> {
  for (const look of variants(where, looks)) {
    if (look === 'large') await auditLarge(page, where)
    else if (look === 'phone') await auditPhone(page, where)
    else {
      await page.emulateMedia(COLOURS[look])
      await audit(page, `${where}-${look}`)
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
    }
  }
}

async function auditPhone(page: Page, where: string): Promise<void> {
  const wide = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await audit(page, `${where}-phone`)
  assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390, `${where} is too wide`)
  if (wide) await page.setViewportSize(wide)
}

/**
 * With text at 200 % on a small screen, and on a phone: nothing is cut off, nothing covers anything, and the page does not
 * scroll sideways.
 */
async function auditLarge(page: Page, where: string): Promise<void> {
  const usual = page.viewportSize()
  await setTextSize(page, 2)
  await page.setViewportSize({ width: 1280, height: 800 })
  await audit(page, `${where}-large`)
  assert.deepEqual(await findFaults(page), [], `${where} with text at 200 %`)
  await page.setViewportSize({ width: 390, height: 844 })
  if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/${where}-large-phone.png`, animations: 'disabled' })
  assert.deepEqual(await findFaults(page), [], `${where} with text at 200 % on a phone`)
  await setTextSize(page, 1)
  if (usual) await page.setViewportSize(usual)
}
