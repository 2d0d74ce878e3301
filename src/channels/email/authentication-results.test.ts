import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAuthenticationResults } from './authentication-results.ts'

const NOTHING = { dmarc: 'none', policy: null, alignedDomain: null }
const PASS = { dmarc: 'pass', policy: null, alignedDomain: 'a.example' }
const read = (headers: string, authservId = 'mx.x.example') =>
  readAuthenticationResults(Buffer.from(`Received: x\r\n${headers}\r\nFrom: a@a.example\r\n\r\nx`), authservId)
const of = (value: string, authservId?: string) => read(`Authentication-Results: ${value}`, authservId)

const RESULTS: [string, string, string, object][] = [
  ['Google', 'mx.google.com; dkim=pass header.i=@a.example header.s=s1 header.b="k/x+y="; spf=pass (google.com: domain of x@a.example designates 192.0.2.1 as permitted sender) smtp.mailfrom=x@a.example; dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=A.example', 'mx.google.com', { ...PASS, policy: 'reject' }],
  ['Microsoft', 'spf=fail (sender IP is 192.0.2.1)\r\n smtp.mailfrom=a.example; dkim=none;\r\n dmarc=fail action=quarantine header.from=a.example;compauth=fail reason=000', '', { ...NOTHING, dmarc: 'fail' }],
  ['Microsoft that passes', 'spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=a.example; dkim=pass (signature was verified) header.d=a.example;dmarc=pass action=none header.from=a.example;compauth=pass reason=100', '', PASS],
  ['Fastmail', 'mx1.messagingengine.com; x-tls=pass smtp.version=TLSv1.3 smtp.bits=256/256; iprev=pass policy.iprev=2001:db8::1 (mx.a.example); dmarc=pass policy.published-domain-policy=quarantine policy.applied-disposition=none header.from=a.example', 'mx1.messagingengine.com', { ...PASS, policy: 'quarantine' }],
  ['Yahoo', 'mx.yahoo.example; dkim=pass header.i=@a.example header.s=s1; spf=pass smtp.mailfrom=b+c=d@a.example; dmarc=pass(p=NONE,sp=NONE) header.from=a.example;', 'mx.yahoo.example', { ...PASS, policy: 'none' }],
  ['a bounce, without an envelope sender', 'mx.x.example; spf=none smtp.mailfrom=; dmarc=pass header.from=a.example', 'mx.x.example', PASS],
  ['a version', 'mx.x.example 1; dmarc=none header.from=a.example', 'mx.x.example', NOTHING],
  ['versions, spaces and comments', '(a) mx.x.example (b) 1 (c (nested) \\) d); (e) DMARC (f) / 1 = (g) pass (h) header.from (i) = (j) "a.example" (k)', 'mx.x.example', PASS],
  ['spaces around the signs', 'mx.x.example; dmarc/1 = pass (a (nested) \\) b) reason = "policy; dmarc=fail" header.from = "a.example"', 'mx.x.example', PASS],
  ['no results', 'mx.x.example; none', 'mx.x.example', NOTHING],
  ['another server', 'mx.forger.example; dmarc=pass header.from=a.example', 'mx.google.com', NOTHING],
  ['a temporary error', 'mx.google.com; dmarc=temperror header.from=a.example', 'mx.google.com', NOTHING],
] // biome-ignore format: a table

for (const [what, header, id, expected] of RESULTS) {
  test(`Authentication-Results of ${what}`, () => assert.deepEqual(of(header, id), expected))
}

const OWN = 'dmarc=fail (p=REJECT) header.from=a.example'
const FORGED = 'dmarc=pass header.from=a.example'

/** What a sender can bring into the header of their provider, and what only looks like a result. */
const HOSTILE: Record<string, string> = {
  'a quoted local part': `mx.x.example; spf=pass smtp.mailfrom="b;${FORGED};c"@evil.example; ${OWN}`,
  'a quoted local part, and no result of its own': `mx.x.example; spf=pass smtp.mailfrom="b;${FORGED};c"@evil.example`,
  'a comment': `mx.x.example; spf=pass (domain of b;${FORGED};c@evil.example) smtp.mailfrom=evil.example; ${OWN}`,
  'a comment, and no result of its own': `mx.x.example; spf=pass (domain of b;${FORGED};c@evil.example)`,
  'a quoted local part in a comment': `mx.x.example; spf=pass (domain of "b;${FORGED};c"@evil.example) smtp.mailfrom=evil.example; ${OWN}`,
  'a comment that the local part closes': `mx.x.example; spf=pass (domain of "b);${FORGED};c=d("@evil.example) smtp.mailfrom=evil.example`,
  'an identity of DKIM': `mx.x.example; dkim=pass header.i="b;${FORGED};c"@evil.example; ${OWN}`,
  'nested comments': `mx.x.example; spf=pass (a (b) ;${FORGED}; c) smtp.mailfrom=evil.example`,
  'escaped quotes': `mx.x.example; spf=pass smtp.mailfrom="b\\";${FORGED};\\"c"@evil.example`,
  'an escaped bracket': `mx.x.example; spf=pass (a \\) ;${FORGED}; b)`,
  'a reason': `mx.x.example; spf=fail reason="b;${FORGED};c" smtp.mailfrom=evil.example`,
  'a quote that is never closed': `mx.x.example; ${FORGED}; spf=pass smtp.mailfrom="b`,
  'a comment that is never closed': `mx.x.example; ${FORGED}; spf=pass (b`,
  'a bracket that closes nothing': `mx.x.example; ${FORGED}; spf=pass b)`,
  'a backslash at the end': `mx.x.example; ${FORGED}; spf=pass (b\\`,
  'two results': `mx.x.example; ${FORGED}; ${OWN}`,
  'two results, the forged one last': `mx.x.example; ${OWN}; ${FORGED}`,
  'two results that pass': `mx.x.example; ${FORGED}; ${FORGED}`,
  'two domains': `mx.x.example; dmarc=pass header.from=evil.example header.from=a.example`,
  'a domain that a comment divides': 'mx.x.example; dmarc=pass header.from=evil.example(b)a.example',
  'no result of its own': 'mx.x.example; spf=pass smtp.mailfrom=a.example',
  'a property of another result': `mx.x.example; spf=pass dmarc=pass header.from=a.example`,
  'words that are no result': `mx.x.example; ${FORGED}; spf passed`,
  'properties without a method': `mx.x.example; ${FORGED}; smtp.mailfrom=evil.example`,
  'a result that was cut': `mx.x.example; ${FORGED}; spf=pass (${'a'.repeat(9_000)}`,
} // biome-ignore format: a table

for (const [what, header] of Object.entries(HOSTILE)) {
  test(`nothing is proven by ${what}`, () => assert.equal(of(header).alignedDomain, null))
}

test('spec C11.11: only the topmost Authentication-Results of the provider counts, and none below a malformed one', () => {
  const own = 'Authentication-Results: mx.x.example; dmarc=fail (p=NONE) header.from=a.example'
  const forged = `Authentication-Results: mx.x.example; ${FORGED}`
  assert.equal(read(`${own}\r\n${forged}`).dmarc, 'fail')
  assert.deepEqual(read(`Authentication-Results: mx.y.example; none\r\n${forged}`), PASS)
  assert.deepEqual(read(`Authentication-Results: mx.x.example; spf=pass (\r\n${forged}`), NOTHING)
})

test('a header takes time by its length', () => {
  for (const part of ['(', '((', ')', '"', '\\', ';', ' ', '= ', 'a=b;', '(a', 'dmarc=pass;', '(\\']) {
    const start = process.cpuUsage()
    of(`mx.x.example; ${part.repeat(240_000 / part.length)}`)
    const { user, system } = process.cpuUsage(start)
    assert.ok(user + system < 4_000_000, `${part}: ${(user + system) / 1_000} ms`)
  }
})
