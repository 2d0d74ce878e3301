// The bare REST server: node:http, `pg`, objects and JSON.stringify, answering GET.
import { createServer } from 'node:http'
import { restPage, serve } from './contacts.js'

serve(
  createServer(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(await restPage()))
  }),
)
