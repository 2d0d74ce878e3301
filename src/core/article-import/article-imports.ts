import { buffer } from 'node:stream/consumers'
import { Budget } from '#base/budget.ts'
import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import type { Logger } from '#base/logger.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams, notFound, ParleyError } from '#core/errors.ts'
import type { FileStore } from '#core/files/files.ts'
import {
  type ArticleImport,
  endArticleImport,
  endSilentImports,
  findArticleImport,
  type ImportRequest,
  type ImportState,
  insertArticleImport,
  listArticleImports,
} from '#storage/article-import/article-imports.ts'
import { findUpload } from '#storage/files/files.ts'
import { findConnection } from '#storage/platform/connections.ts'
import { PictureCopies } from './pictures.ts'
import { Progress } from './progress.ts'
import { DocumentReader } from './reading/document-reader.ts'
import { saveImported } from './save-article.ts'
import type { ImportSource, Told } from './source.ts'
import { fileSource, type UploadedFile } from './sources/files.ts'
import { intercomSource } from './sources/intercom.ts'
import { KINDS_WITH_PAGES, type ShopSites, shopSource } from './sources/shop.ts'
import { siteSource } from './sources/site.ts'
import { zendeskSource } from './sources/zendesk.ts'
import { SourceUnreadable, Web, webAddress } from './web.ts'

/** Imports that one process does at a time; a process that has said nothing for this long has ended. */
const AT_ONCE = 2
const SILENT_MS = 60_000
/** How often a process says that it still reads, and looks whether it was told to stop. */
const BEAT_MS = 5_000
const FILES_MAX = 20
const INTERCOM = 'https://api.intercom.io'

/** What admins ask for. A token is used for this import alone, and kept nowhere. */
export interface NewArticleImport {
  kind: 'site' | 'zendesk' | 'intercom' | 'files' | 'shop'
  /** Address of a page or a sitemap, or of the help desk. */
  address?: string
  /** At Zendesk, whose token it is. */
  email?: string
  token?: string
  /** Files that the member has uploaded. */
  fileIds?: string[]
  /** The connection of the shop whose pages are read. */
  connectionId?: string
}

export interface ArticleImportParts {
  files: FileStore
  /** Reaches only addresses that are allowed (outbound). */
  fetchAllowed: typeof fetch
  sites: ShopSites
  logger: Logger
}

/** Reads articles of sites, help desks, files and shops into stores, behind the requests that asked for it. */
export class ArticleImports {
  readonly #parts: ArticleImportParts
  readonly #budget = new Budget(AT_ONCE)
  /** Imports of this process that run, by id. */
  readonly #running = new Map<string, { stop: AbortController; ended: Promise<void> }>()

  constructor(parts: ArticleImportParts) {
    this.#parts = parts
  }

  /** Newest first. */
  async list({ shop }: Caller): Promise<ArticleImport[]> {
    await endSilentImports(shop, new Date(currentTime().getTime() - SILENT_MS))
    return listArticleImports(shop)
  }

  /** Begins an import. INVALID_PARAMS while another one of the store runs, and for an address or files that cannot be read. */
  async start(caller: Caller, memberId: string, asked: NewArticleImport): Promise<ArticleImport> {
    const { request, open } = await this.#prepare(caller, memberId, asked)
    const now = currentTime()
    const counts = { created: 0, updated: 0, unchanged: 0, kept: 0, failed: 0 }
    const times = { startedAt: now, beatAt: now, endedAt: null }
    const row: ArticleImport = {
      id: newId(),
      request,
      memberId,
      state: 'running',
      ...times,
      found: null,
      counts,
      problems: [],
    }
    await caller.shop.transaction(async (tx) => {
      await endSilentImports(tx, new Date(now.getTime() - SILENT_MS))
      if (!(await insertArticleImport(tx, row)))
        throw invalidParams('Another import is running; wait for it, or cancel it.')
      await recordAudit(tx, caller.actor, 'article_import.started', row.id, {
        kind: request.kind,
        source: nameOf(request),
      })
    })
    const stop = new AbortController()
    const ended = this.#budget
      .hold(1, () => this.#run(caller, row, open, stop))
      .finally(() => this.#running.delete(row.id))
    this.#running.set(row.id, { stop, ended })
    return row
  }

  /** Ends one that runs; what it has brought stays. */
  async cancel(caller: Caller, id: string): Promise<ArticleImport> {
    await caller.shop.transaction(async (tx) => {
      const found = await findArticleImport(tx, id)
      if (!found) throw notFound('Import')
      if (found.state !== 'running') return
      await endArticleImport(tx, id, 'cancelled', currentTime())
      await recordAudit(tx, caller.actor, 'article_import.cancelled', id, { source: nameOf(found.request) })
    })
    this.#running.get(id)?.stop.abort()
    return (await findArticleImport(caller.shop, id)) as ArticleImport
  }

  /** Ends all of this process; they are shown as interrupted, and can be begun again. */
  async stop(): Promise<void> {
    const running = [...this.#running.values()]
    for (const { stop } of running) stop.abort()
    await Promise.all(running.map(({ ended }) => ended))
  }

  async #prepare(caller: Caller, memberId: string, asked: NewArticleImport): Promise<Prepared> {
    switch (asked.kind) {
      case 'site': {
        const address = checkAddress(required(asked.address, 'address'))
        return { request: { kind: 'site', address }, open: (web, reader) => siteSource(web, reader, address) }
      }
      case 'files': {
        const fileIds = required(asked.fileIds, 'fileIds')
        const uploads = await this.#uploads(caller, memberId, fileIds)
        const names = uploads.map(({ name }) => name)
        const { files } = this.#parts
        const read = () =>
          Promise.all(
            uploads.map(
              async (file): Promise<UploadedFile> => ({
                name: file.name,
                bytes: await buffer(await files.read(caller.shop.shopId, file)),
              }),
            ),
          )
        return {
          request: { kind: 'files', fileIds, names },
          open: async (web, reader) => fileSource(web, reader, await read()),
        }
      }
      case 'zendesk': {
        const address = checkAddress(required(asked.address, 'address'))
        const { email, token } = asked
        const request: ImportRequest = { kind: 'zendesk', address, ...(email ? { email } : {}) }
        return { request, open: (web, reader) => zendeskSource(web, reader, { address, email, token }) }
      }
      case 'shop': {
        const connection = await findConnection(caller.shop, required(asked.connectionId, 'connectionId'))
        if (connection?.state !== 'connected' || !KINDS_WITH_PAGES.includes(connection.kind)) {
          throw invalidParams('connectionId is not a shop at Shopify or WooCommerce that is connected.')
        }
        const { id: connectionId, kind, shopDomain } = connection
        const { sites } = this.#parts
        return {
          request: { kind: 'shop', connectionId, name: shopDomain ?? kind },
          open: (web, reader) => shopSource({ web, reader, sites }, caller.shop, connection),
        }
      }
      case 'intercom': {
        const address = checkAddress(asked.address ?? INTERCOM)
        const token = required(asked.token, 'token')
        return {
          request: { kind: 'intercom', address },
          open: (web, reader) => intercomSource(web, reader, { address, token }),
        }
      }
    }
  }

  async #uploads({ shop }: Caller, memberId: string, ids: string[]): Promise<{ id: string; name: string }[]> {
    if (ids.length > FILES_MAX) throw invalidParams(`At most ${FILES_MAX} files are imported at once.`)
    return Promise.all(
      [...new Set(ids)].map(async (id) => {
        const upload = await findUpload(shop, id)
        if (!upload || upload.memberId !== memberId) {
          throw invalidParams('A file is not there any more: choose the files again.')
        }
        return upload
      }),
    )
  }

  async #run(caller: Caller, row: ArticleImport, open: Prepared['open'], stop: AbortController): Promise<void> {
    const { signal } = stop
    const progress = new Progress(caller.shop, row)
    const beat = setInterval(() => void this.#beat(progress, stop), BEAT_MS)
    const reader = new DocumentReader()
    try {
      const source = await open(new Web(this.#parts.fetchAllowed, signal), reader)
      await this.#readAll(caller, source, { progress, memberId: row.memberId, signal })
      await progress.end(signal.aborted ? 'interrupted' : 'done')
    } catch (error) {
      await this.#fail(progress, error as Error, signal.aborted)
    } finally {
      clearInterval(beat)
      reader.close()
    }
  }

  async #readAll(
    caller: Caller,
    source: ImportSource,
    { progress, memberId, signal }: { progress: Progress; memberId: string; signal: AbortSignal },
  ): Promise<void> {
    const copies = new PictureCopies(caller, source, { files: this.#parts.files, memberId })
    for await (const told of source.read()) {
      if (signal.aborted) return
      await note(caller, told, { progress, copies })
    }
  }

  /** Another process may have cancelled it. */
  async #beat(progress: Progress, stop: AbortController): Promise<void> {
    try {
      if (!(await progress.write())) stop.abort()
    } catch (error) {
      this.#parts.logger.warn({ reason: (error as Error).message }, 'an import of articles could not say how far it is')
    }
  }

  async #fail(progress: Progress, error: Error, isStopped: boolean): Promise<void> {
    const state: ImportState = isStopped ? 'interrupted' : 'failed'
    const isTold = error instanceof SourceUnreadable || error instanceof ParleyError
    if (!isStopped) {
      if (!isTold) this.#parts.logger.error({ err: error }, 'an import of articles failed')
      progress.addProblem('', isTold ? error.message : 'It failed by a fault of the service; see its log.')
    }
    await progress.end(state).catch((cause: Error) => {
      this.#parts.logger.error({ reason: cause.message }, 'the end of an import of articles could not be noted')
    })
  }
}

interface Prepared {
  request: ImportRequest
  open: (web: Web, reader: DocumentReader) => ImportSource | Promise<ImportSource>
}

async function note(
  caller: Caller,
  told: Told,
  { progress, copies }: { progress: Progress; copies: PictureCopies },
): Promise<void> {
  if (told.kind === 'count') progress.found = told.count
  else if (told.kind === 'failed') await progress.count('failed', told.from, [told.reason])
  else {
    const { article } = told
    try {
      const { outcome, missing } = await saveImported(caller, article, copies)
      await progress.count(outcome, article.from, missing)
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error
      await progress.count('failed', article.from, [error.message])
    }
  }
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw invalidParams(`${name} is required for this kind.`)
  return value
}

/** What an import reads, in few words. */
function nameOf(request: ImportRequest): string {
  if (request.kind === 'files') return request.names.join(', ').slice(0, 200)
  return request.kind === 'shop' ? request.name : request.address
}

function checkAddress(address: string): string {
  const whole = /^[a-z][a-z\d+.-]*:/i.test(address.trim()) ? address.trim() : `https://${address.trim()}`
  try {
    return webAddress(whole).href
  } catch (error) {
    throw invalidParams(`address: ${(error as Error).message}.`)
  }
}
