import { readFileSync } from 'node:fs'

// Which test files belong to which pass of scripts/test.ts.

/** Whether a file imports one of these modules of test/, written as in a pattern: 'service/server|fixtures/factories'. */
export function importsOf(file: string, modules: string): boolean {
  return new RegExp(String.raw`from '(#test|(\.\./)*(\.|test))/(${modules})\.ts'`).test(readFileSync(file, 'utf8'))
}

/** Their measures of time would be the machine's, next to other files. */
export const ALONE = /^(contract\/sdk\/network|sdk\/performance)\.test\.ts$/

/** What these test differs by database: its driver, migrations, backups, crashes, fairness. (database/backup goes both ways by itself.) */
export const DIFFERS_BY_DATABASE =
  /^contract\/(database\/(durability|migrations|neighbours|schema|secrets)|import\/interrupted|operator\/redaction|process\/faults|webhooks\/crash)\.test\.ts$/

/** What these install runs on the embedded database, and for one test on TEST_DATABASE_URL by itself. */
export const EMBEDDED_ONLY = /^contract\/process\/(install|package|upgrade)\.test\.ts$/

/** What these test (timeouts of connections, mailboxes, packages, a shop's own server) is the same on any database. */
export const NEEDS_NO_DATABASE =
  /^contract\/(channels\/imap|client\/(client|python)|process\/(connections|package|upgrade)|rest\/encodings|platform\/vendure|webhooks\/php)\.test\.ts$/

/** Files are sent, stored and deleted here: once more with files in a bucket. (storefront/files-bucket backs one up.) */
export const KEEPS_FILES =
  /^contract\/(channels\/(email|messengers)|inbox\/conversations|scheduled\/files|operator\/(redaction|retention)|storefront\/files)\.test\.ts$/

/** REST's tests, for test/clients/through-client.ts; those that mostly wait or send bytes are left out. */
export const SERVES_REST =
  /^contract\/(rest\/(access|context|conversation-\w+|ids|messages|notes-and-attributes|records|replies|tags|tenancy)|import\/import|webhooks\/subscriptions)\.test\.ts$/

/** The files that take longest start first, so that none is left over at the end. */
const LONG =
  /(ai-agent\/(model|embeddings)|database\/[\w-]+|channels\/[\w-]+|inbox\/(browser|languages)|process\/(connections|start)|platform\/[\w-]+|push\/push|webhooks\/\w+|files-bucket|fuzz)\.test\.ts$/

export function longestFirst(files: string[]): string[] {
  return files.toSorted((a, b) => Number(LONG.test(b)) - Number(LONG.test(a)))
}
