import { createServer } from 'node:http'
import { createSchema, createYoga } from 'graphql-yoga'
import { resolvers, serve, typeDefs } from './contacts.js'

serve(createServer(createYoga({ schema: createSchema({ typeDefs, resolvers }), logging: false })))
