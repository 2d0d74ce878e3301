import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { networkOf } from '#base/network.ts'
import { UPLOAD_QUOTAS } from '#core/limits.ts'
import { MemoryQueryBudget } from '#core/rates/query-budget.ts'
import { QuotaUsedUp, UploadQuotas } from './upload-quotas.ts'

const MB = 1024 * 1024
const budgets = {
  address: new MemoryQueryBudget(UPLOAD_QUOTAS.address),
  person: new MemoryQueryBudget(UPLOAD_QUOTAS.person),
  store: new MemoryQueryBudget(UPLOAD_QUOTAS.store),
}
after(() => Promise.all(Object.values(budgets).map((budget) => budget.close())))
const quotas = new UploadQuotas(budgets)
const refuse = () => Promise.reject(new Error('no file of a known type'))
const takeOf = (size: number) => async () => ({ size })

test('a person may upload 500 MB, then learns when to come back; rejected files and smaller ones give back', async () => {
  const ada = { shopId: 's', network: networkOf('2001:db8::1'), person: 'ada' }
  for (let i = 0; i < 100; i++) await assert.rejects(quotas.spend(ada, 10 * MB, refuse), /known type/)
  for (let i = 0; i < 50; i++) await quotas.spend(ada, 0, takeOf(10 * MB))
  await assert.rejects(quotas.spend(ada, 10 * MB, takeOf(10 * MB)), (error) => {
    assert.ok(error instanceof QuotaUsedUp)
    assert.match(error.message, /^One person may upload 500 MB at a time; try again in \d+ seconds\.$/)
    return error.retryAfter > 1_000 && error.retryAfter < 2_000
  })
  await quotas.spend({ ...ada, person: 'grace' }, 10 * MB, takeOf(10 * MB))
})

test('a network may upload 1 GB, whichever of its addresses and visitors it is', async () => {
  const refused = async () => {
    for (let i = 0; i < 120; i++) {
      const uploader = { shopId: `s${i % 3}`, network: networkOf(`2001:db8:5:5::${i}`), person: `p${i}` }
      await quotas.spend(uploader, 10 * MB, takeOf(10 * MB))
    }
  }
  await assert.rejects(refused, /This address may upload 1024 MB/)
})
