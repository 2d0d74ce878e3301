import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

type Role = Parameters<Page['getByRole']>[0]

/** How far something may be, in presses of Tab, before a person would call it out of reach. */
const MOST = 60

/** A page for hands that have no mouse. Everything but keys is for looking. */
export class Keyboard {
  readonly page: Page
  /** What was furthest so far, in presses of Tab. */
  furthest = { name: '', presses: 0 }

  constructor(page: Page) {
    this.page = page
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Types into the field that has the focus, or that gets it: a dialog may have to be loaded first. */
  async type(text: string): Promise<void> {
    await this.page.locator(':is(input, textarea, [contenteditable]):focus').waitFor()
    await this.page.keyboard.type(text)
  }

  /** Presses Tab until the focus is on what has this role and name; `back`: Shift and Tab. */
  async tabTo(role: Role, name: string | RegExp, { back = false } = {}): Promise<void> {
    const named = this.page.getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) })
    // A button that waits for its data cannot have the focus yet.
    const wanted = named.and(this.page.locator(':not(:disabled)'))
    await wanted.first().waitFor()
    for (let presses = 0; presses <= MOST; presses++) {
      if ((await wanted.and(this.page.locator(':focus')).count()) > 0) {
        if (presses > this.furthest.presses) this.furthest = { name: String(name), presses }
        return
      }
      await this.page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
    }
    assert.fail(`${role} ${name} is not reached by ${MOST} presses of Tab; the focus is on ${await this.focus()}`)
  }

  /** Goes to a button, or what is named otherwise, and presses it. */
  async pressOn(role: Role, name: string | RegExp, { back = false, key = 'Enter' } = {}): Promise<void> {
    await this.tabTo(role, name, { back })
    await this.page.keyboard.press(key)
  }

  /** What has the focus, in short. */
  focus(): Promise<string> {
    return this.page.evaluate(`(() => {
      const { tagName, textContent, ariaLabel } = document.activeElement
      return tagName + ' ' + (ariaLabel ?? textContent ?? '').trim().slice(0, 200)
    })()`)
  }

  /** Counts what only a mouse or a finger does, from now on. */
  async countPointers(): Promise<void> {
    await this.page.addInitScript(`
      addEventListener('pointerdown', (event) => {
        if (event.isTrusted) sessionStorage.pointers = Number(sessionStorage.pointers ?? 0) + 1
      }, true)`)
  }

  pointers(): Promise<number> {
    return this.page.evaluate('Number(sessionStorage.pointers ?? 0)')
  }
}
