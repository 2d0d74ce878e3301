/** What a browser's User-Agent says, as far as a team wants to know. Guessed by its words; unknown is null. */
export interface DeviceFacts {
  browser: string | null
  browserVersion: string | null
  os: string | null
  deviceType: string | null
}

/** In this order: many browsers name those they want to be taken for. */
const BROWSERS: [string, RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/([\d.]+)/],
  ['Opera', /\bOPR\/([\d.]+)/],
  ['Samsung Internet', /\bSamsungBrowser\/([\d.]+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /\b(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /\bVersion\/([\d.]+).*\bSafari\//],
]
const SYSTEMS: [string, RegExp][] = [
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

export function readUserAgent(userAgent: string | null): DeviceFacts {
  const text = (userAgent ?? '').slice(0, 512)
  const found = BROWSERS.map(([name, pattern]) => ({ name, match: pattern.exec(text) })).find(({ match }) => match)
  const os = SYSTEMS.find(([, pattern]) => pattern.test(text))?.[0] ?? null
  const isTablet = /\biPad\b|\bTablet\b/.test(text) || (os === 'Android' && !/\bMobile\b/.test(text))
  const deviceType =
    os === null ? null : isTablet ? 'tablet' : /\bMobile\b|\biPhone\b/.test(text) ? 'mobile' : 'desktop'
  return { browser: found?.name ?? null, browserVersion: found?.match?.[1] ?? null, os, deviceType }
}
