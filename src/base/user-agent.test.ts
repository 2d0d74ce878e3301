import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readUserAgent } from './user-agent.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

const KNOWN: [string, [string | null, string | null, string | null, string | null]][] = [
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.2849.80`,
    ['Edge', '130.0.2849.80', 'Windows', 'desktop'],
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0`,
    ['Opera', '115.0.0.0', 'Windows', 'desktop'],
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', ['Firefox', '132.0', 'Linux', 'desktop']],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.1 Safari/605.1.15`,
    ['Safari', '18.1', 'macOS', 'desktop'],
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${WEBKIT} CriOS/130.0.6723.90 Mobile/15E148 Safari/604.1`,
    ['Chrome', '130.0.6723.90', 'iOS', 'tablet'],
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${WEBKIT} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`,
    ['Samsung Internet', '26.0', 'Android', 'mobile'],
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36`,
    ['Chrome', '130.0.0.0', 'Android', 'tablet'],
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36`,
    ['Chrome', '130.0.0.0', 'ChromeOS', 'desktop'],
  ],
  ['curl/8.5.0', [null, null, null, null]],
  ['', [null, null, null, null]],
]

test('browsers, systems and kinds of device are named', () => {
  for (const [userAgent, expected] of KNOWN) {
    const { browser, browserVersion, os, deviceType } = readUserAgent(userAgent)
    assert.deepEqual([browser, browserVersion, os, deviceType], expected, userAgent)
  }
})
