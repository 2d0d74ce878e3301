import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GOOD, HOSTILE, linesOf } from '#test/service/start-values.ts'
import { readCliConfig } from './cli.ts'
import { ConfigError, readConfig } from './config.ts'

/** Every variable that is read, as the configuration itself asks for them. */
function namesRead(): string[] {
  const names = new Set<string>()
  readConfig(new Proxy(GOOD, { get: (env, name) => names.add(String(name)) && env[String(name)] }))
  return [...names]
}

test('spec C1.6: the good values are those of every variable, and are taken', () => {
  assert.deepEqual(namesRead().sort(), Object.keys(GOOD).sort())
  assert.deepEqual(linesOf(GOOD), [])
})

for (const name of namesRead()) {
  test(`${name} is taken or refused in one line, and no other variable for it`, () => {
    for (const value of HOSTILE) {
      for (const [others, env] of Object.entries({ set: GOOD, unset: {} })) {
        const lines = linesOf({ ...env, [name]: value })
        const told = `${name}=${JSON.stringify(value.slice(0, 40))}, others ${others}: ${lines.join(' | ')}`
        if (lines.length === 0) continue
        // With nothing else set, one that is good may need another.
        const isNeed = others === 'unset' && new RegExp(`^\\w+ is not set: ${name} needs `).test(lines[0] as string)
        const isOwn = lines[0]?.startsWith(`${name}=`) || lines[0]?.startsWith(`${name} is not set: `)
        assert.ok(lines.length === 1 && (isOwn || isNeed), told)
        assert.ok((lines[0] as string).length < 500, told)
        assert.doesNotMatch(lines[0] as string, /hunt|\p{Cc}/u, told)
      }
    }
  })
}

test('all variables wrong at once are refused in as many lines', () => {
  const wrong = Object.fromEntries(
    namesRead().flatMap((name) => {
      const value = HOSTILE.find((one) => linesOf({ ...GOOD, [name]: one })[0]?.startsWith(`${name}=`))
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const named = linesOf({ ...GOOD, ...wrong }).map((line) => line.split('=')[0])
  assert.deepEqual(named.sort(), Object.keys(wrong).sort())
  assert.ok(named.length > 35, named.join())
})

test('what the command line reads is taken or refused in one line', () => {
  for (const name of ['PARLEY_URL', 'HOST', 'PORT', 'OPERATOR_TOKEN']) {
    for (const value of HOSTILE) {
      try {
        readCliConfig({ [name]: value })
      } catch (error) {
        assert.ok(error instanceof ConfigError, `${name}=${value}`)
        assert.match(error.message, /^(PARLEY_URL|HOST and PORT)=\P{Cc}{0,500}$/u)
      }
    }
  }
})

test('spec C1.7: BASE_URL is an origin: one with a path is refused in one line that says what would be right', () => {
  for (const baseUrl of ['https://shop.example/chat', 'https://shop.example/?a', 'https://shop.example/#a']) {
    const [line, ...others] = linesOf({ ...GOOD, BASE_URL: baseUrl })
    assert.match(line ?? '', /^BASE_URL=.*without a path, such as https:\/\/chat\.example\.com/)
    assert.deepEqual(others, [])
  }
  assert.equal(readConfig({ ...GOOD, BASE_URL: 'https://shop.example//' }).baseUrl, 'https://shop.example')
})
