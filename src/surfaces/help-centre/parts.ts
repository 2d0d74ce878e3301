import type { FileStore } from '#core/files/files.ts'
import type { HelpDomains } from '#core/help-centre/domains.ts'
import type { FigureCounter } from '#core/help-centre/figure-counter.ts'
import type { MinuteLimits } from '#core/rates/minute-limits.ts'
import type { Database } from '#database/database.ts'
import type { View } from './view.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The store and the language that a help page is of, once they are known. */
    helpView?: View
  }
}

export interface HelpCentreOptions {
  database: Database
  files: FileStore
  limits: MinuteLimits
  domains: HelpDomains
  figures: FigureCounter
  /** The service's public address, without a slash at its end. */
  baseUrl: string
  operatorToken: string | undefined
}
