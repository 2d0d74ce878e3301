import { parentPort } from 'node:worker_threads'
import type { ReadingReply, ReadingRequest } from './messages.ts'
import { readFragment, readPage } from './read-html.ts'
import { readSitemap } from './read-sitemap.ts'
import { unpack } from './unpack.ts'

// The thread that pages, sitemaps and archives of strangers are read in, one at a time.

function read(request: ReadingRequest): unknown {
  switch (request.kind) {
    case 'page':
      return readPage(request.ask.html, request.ask.address)
    case 'fragment':
      return readFragment(request.ask.html, request.ask.address, request.ask.title)
    case 'sitemap':
      return readSitemap(request.ask.bytes)
    case 'archive':
      return unpack(request.ask.bytes)
  }
}

parentPort?.on('message', (request: ReadingRequest) => {
  let reply: ReadingReply
  try {
    reply = { answer: read(request) }
  } catch (error) {
    reply = { failed: (error as Error).message.slice(0, 300) }
  }
  parentPort?.postMessage(reply)
})
