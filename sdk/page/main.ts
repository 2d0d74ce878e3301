import { isColour } from '../../src/base/colour.ts'
import type { Debug } from './global.ts'
import { isAttached } from './global.ts'
import type { Options } from './sdk.ts'
import { startSdk } from './start.ts'

// The script's tag: <script src="…/sdk.js" data-app-id="app_…" async></script>, or <script src="…/sdk.js?app=app_…"> where
// a tag manager drops the tag's attributes. No exception may reach the shop's page.

function start(): void {
  const tag = (document.currentScript ??
    document.querySelector('script[data-app-id][src*="/sdk.js"]')) as HTMLScriptElement | null
  if (!tag) return
  const { origin, searchParams } = new URL(tag.src)
  const { appId = searchParams.get('app'), debug: wantsDebug, consent, color, position, launcher } = tag.dataset
  const debug: Debug = (why, what) => {
    if (wantsDebug !== undefined) console.warn('[parley]', why instanceof Error ? why.message : why, what ?? '')
  }
  if (isAttached() || !appId || !/^[\w-]{1,100}$/.test(appId)) {
    console.warn('[parley]', appId ? 'included twice' : 'no App ID')
    return
  }
  const look: Options['look'] = {}
  if (isColour(color)) look.color = color
  if (position === 'left') look.position = position
  if (launcher === 'pill' || launcher === 'hidden') look.launcher = launcher
  startSdk({ origin, appId, look, needsConsent: consent !== undefined, debug })
}

try {
  start()
} catch (error) {
  console.error('[parley]', error)
}
