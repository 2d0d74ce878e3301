import { ApolloServer } from '@apollo/server'
import { startStandaloneServer } from '@apollo/server/standalone'
import { resolvers, typeDefs } from './contacts.js'

const server = new ApolloServer({ typeDefs, resolvers, introspection: true, csrfPrevention: false })
const { url } = await startStandaloneServer(server, { listen: { port: 0, host: '127.0.0.1' } })
console.log(JSON.stringify({ address: url.replace(/\/$/, '') }))
process.on('SIGTERM', () => process.exit(0))
