import { parentPort } from 'node:worker_threads'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

// Scalar's bundle for browsers. Its Fastify plugin carries it but hands it out over HTTP only, and loading the plugin
// takes a fifth of a second: on a thread of its own, so that no request waits for it.
const app = Fastify()
await app.register(scalar, { routePrefix: '/', configuration: { url: '/openapi.json' } })
const { rawPayload } = await app.inject('/js/scalar.js')
parentPort?.postMessage(rawPayload)
