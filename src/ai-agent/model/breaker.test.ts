import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CircuitBreaker } from './breaker.ts'

test('five failures within a minute open it for a minute', () => {
  const breaker = new CircuitBreaker()
  for (let i = 0; i < 4; i++) breaker.failed(i)
  assert.equal(breaker.isOpen(4), false)
  breaker.failed(4)
  assert.equal(breaker.isOpen(5), true)
  assert.equal(breaker.isOpen(60_003), true)
  assert.equal(breaker.isOpen(60_004), false)
})

test('failures far apart, or with a success between them, do not', () => {
  const breaker = new CircuitBreaker()
  for (let i = 0; i < 10; i++) breaker.failed(i * 20_000)
  assert.equal(breaker.isOpen(200_000), false)
  const other = new CircuitBreaker()
  for (let i = 0; i < 10; i++) {
    other.failed(i)
    if (i % 4 === 3) other.succeeded()
  }
  assert.equal(other.isOpen(11), false)
})
