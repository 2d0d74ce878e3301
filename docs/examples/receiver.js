import { createServer } from 'node:http'
import { verifyWebhook } from './verify-webhook.js'

// A receiver: verify, answer at once, work later. Put it behind https; run with WEBHOOK_SECRET=whsec_… node receiver.js
const seen = new Set() // use your database: an event may come twice, and never with the same work done twice

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray())
  if (!verifyWebhook(request.headers, body, process.env.WEBHOOK_SECRET)) return response.writeHead(401).end()
  response.writeHead(204).end()
  const event = JSON.parse(body)
  if (seen.has(event.eventId)) return
  seen.add(event.eventId)
  if (event.type === 'message.created' && event.data.senderType === 'customer')
    console.log('customer:', event.data.text)
}).listen(8080)
