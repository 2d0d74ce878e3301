import { parentPort, workerData } from 'node:worker_threads'

// The quiet store, on a thread of its own: what it measures does not wait for the making of the other's requests.

const { url, key, seconds } = workerData as { url: string; key: string; seconds: number }
const end = performance.now() + seconds * 1000
const taken: number[] = []
while (performance.now() < end) {
  const begun = performance.now()
  const response = await fetch(`${url}/chat/conversations/c/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: '{"text":"Hi","asCustomer":true}',
  })
  await response.text()
  if (response.status !== 201) throw new Error(`the quiet store got ${response.status}`)
  taken.push(performance.now() - begun)
  await new Promise((resolve) => setTimeout(resolve, 10))
}
parentPort?.postMessage(taken.toSorted((a, b) => a - b))
