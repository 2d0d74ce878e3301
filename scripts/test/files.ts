import { readFileSync } from 'node:fs'

// Which test files belong to which pass of scripts/test.ts.

/** Whether a file imports one of these modules of test/, written as in a pattern: 'server|factories'. */
export function importsOf(file: string, modules: string): boolean {
  return new RegExp(String.raw`from '(#test|\.|(\.\./)+test)/(${modules})\.ts'`).test(readFileSync(file, 'utf8'))
}

/** Their measures of time would be the machine's, next to other files. */
export const ALONE = /^(contract\/sdk-network|sdk\/performance)\.test\.ts$/

/** What these test differs by database: its driver, migrations, backups, crashes, fairness, statistics, data directory. */
export const DIFFERS_BY_DATABASE =
  /^contract\/(backup|durability|faults|import-interrupted|install|migrations|neighbours|redaction|secrets|start|webhook-crash|writers)\.test\.ts$/

/** What these test (timeouts of connections, mailboxes, packages, a shop's own server) is the same on any database. */
export const NEEDS_NO_DATABASE =
  /^contract\/(channels-imap|client|connections|encodings|package|platform-vendure|webhook-php)\.test\.ts$/

/** Files are sent, stored and deleted here: once more with files in a bucket. (files-bucket.test.ts backs one up.) */
export const KEEPS_FILES =
  /^contract\/(channels-(email|messengers)|inbox-(conversations|scheduled-files)|redaction|retention|storefront-files)\.test\.ts$/

/** REST's tests, for test/through-client.ts; those that mostly wait or send bytes are left out. */
export const SERVES_REST =
  /^contract\/(access|context|conversation-\w+|ids|import|messages|notes-and-attributes|records|replies|tags|tenancy|webhook-subscriptions)\.test\.ts$/

/** The files that take longest start first, so that none is left over at the end. */
const LONG =
  /(ai-agent-model|backup|channels-\w+|connections|files-bucket|fuzz|platform-\w+|secrets|start|writers)\.test\.ts$/

export function longestFirst(files: string[]): string[] {
  return files.toSorted((a, b) => Number(LONG.test(b)) - Number(LONG.test(a)))
}
