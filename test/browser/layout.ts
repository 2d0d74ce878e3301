import type { Page } from 'playwright-core'

/** What lies beside the screen, has words cut off, or cannot be pressed since something else is there. */
const FAULTS = `(() => {
  const name = (e) => e.tagName + '.' + (e.getAttribute('class') ?? '') + ' ' + (e.getAttribute('aria-label') || e.textContent).trim().slice(0, 30)
  const scrolls = (e) => { for (let p = e; p; p = p.parentElement) if (/auto|scroll/.test(getComputedStyle(p).overflowX) && p.matches('.settings-nav, .contacts-nav, .week-scroll, .reports :has(> table), pre')) return true }
  const shown = [...document.querySelectorAll('#root *')].filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.sr-only, [inert]') && !scrolls(e))
  const beyond = shown.filter((e) => e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().left < -1)
  const cut = shown.filter((e) => {
    const { overflowX, overflowY, textOverflow, clipPath } = getComputedStyle(e)
    if (clipPath !== 'none' || !e.innerText?.trim()) return false
    const isCut = (overflow, box, content) => /hidden|clip/.test(overflow) && content > box + 1
    return (textOverflow !== 'ellipsis' && isCut(overflowX, e.clientWidth, e.scrollWidth)) || (e.clientHeight > 0 && isCut(overflowY, e.clientHeight, e.scrollHeight))
  })
  // What lies over the page keeps the rest of it from being pressed until it is closed.
  const details = [...document.querySelectorAll('.details')].find((e) => getComputedStyle(e).position === 'fixed')
  const open = document.querySelector('dialog[open]') ?? details ?? document
  const hidden = shown.filter((e) => open.contains(e) && e.matches('button:not(.scrim), a, input, select, summary')).filter((e) => {
    e.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = e.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return !hit || !(e.contains(hit) || hit.contains(e) || hit.closest('.toasts') || hit.closest('label')?.control === e)
  })
  const told = (what, found) => found.map((e) => what + ': ' + name(e))
  const wide = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []
  return [...wide, ...told('beyond', beyond), ...told('cut', cut), ...told('hidden', hidden)].slice(0, 8)
})()`

export const findFaults = (page: Page) => page.evaluate(FAULTS) as Promise<string[]>

/** The size of text that a reader has chosen in the browser, against the usual one. */
export async function setTextSize(page: Page, times: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 * times, fixed: 13 * times } })
}
