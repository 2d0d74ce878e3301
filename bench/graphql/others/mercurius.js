import Fastify from 'fastify'
import mercurius from 'mercurius'
import { resolvers, serve, typeDefs } from './contacts.js'

const app = Fastify()
await app.register(mercurius, { schema: typeDefs, resolvers, jit: 1, path: '/graphql' })
await app.ready()
serve(app.server)
