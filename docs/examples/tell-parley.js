import { createHmac, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'

// Tells Parley what has changed in a shop. CONNECTION=… SECRET=shsec_… node tell-parley.js https://chat.example FILE
const [base, file] = process.argv.slice(2)
const { CONNECTION, SECRET } = process.env

/** Sends lines; `deliveryId` stays the same when the same lines are sent again, and then nothing happens twice. */
export async function tellParley(body, deliveryId = randomUUID()) {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', SECRET).update(`${timestamp};`).update(body).digest('hex')
  const response = await fetch(`${base}/platform/custom/webhooks?connection=${CONNECTION}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-ndjson',
      'X-Webhook-Timestamp': timestamp,
      'X-Webhook-Signature': signature,
      'X-Webhook-Delivery-Id': deliveryId,
    },
    body,
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error.message)
  return answer.data
}

console.log(await tellParley(await readFile(file)))
