import { ArticleImports } from '#core/article-import/article-imports.ts'
import { FILE_BYTES_MAX } from '#core/limits.ts'
import { AddressBook } from '#outbound/address.ts'
import { createVettedFetch } from '#outbound/vetted-fetch.ts'
import type { Dependencies } from './dependencies.ts'

/** Reads what admins name: addresses that people typed, as those of shops. */
export function createArticleImports({ config, files, logger, shops }: Dependencies): ArticleImports {
  const { platformAllowCidrs: allow, webhookDnsServers: dnsServers } = config
  const addresses = new AddressBook({ allow, dnsServers })
  const fetchAllowed = createVettedFetch(addresses, { timeoutMs: 20_000, bytes: FILE_BYTES_MAX })
  return new ArticleImports({ files, fetchAllowed, sites: shops, logger })
}
