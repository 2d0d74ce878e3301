import Bowser from 'bowser'
import { nullPrototypeRecord } from './null-prototype-record.ts'
import { firstCodePoints } from './text.ts'

/** What a browser's User-Agent says, as far as members need it. Unknown is null. */
export interface DeviceFacts {
  browser: string | null
  browserVersion: string | null
  os: string | null
  deviceType: string | null
}

/** The library's names where ours are shorter. */
const BROWSERS: Record<string, string> = nullPrototypeRecord({
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
})
const SYSTEMS: Record<string, string> = nullPrototypeRecord({ 'Chrome OS': 'ChromeOS' })
const DEVICE_TYPES = ['desktop', 'mobile', 'tablet']
/** The library does not say what these run on. */
const DESKTOP_SYSTEMS = ['Chrome OS']
const USER_AGENT_MAX = 512

export function readUserAgent(userAgent: string | null): DeviceFacts {
  const text = firstCodePoints(userAgent ?? '', USER_AGENT_MAX)
  if (text.trim() === '') return { browser: null, browserVersion: null, os: null, deviceType: null }
  const { browser, os, platform } = Bowser.parse(text)
  const type = DESKTOP_SYSTEMS.includes(os.name ?? '') ? 'desktop' : platform.type
  return {
    browser: browser.name ? (BROWSERS[browser.name] ?? browser.name) : null,
    browserVersion: browser.version || null,
    os: os.name ? (SYSTEMS[os.name] ?? os.name) : null,
    deviceType: type !== undefined && DEVICE_TYPES.includes(type) ? type : null,
  }
}
