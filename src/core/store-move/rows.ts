import { hashToken, newToken } from '#base/ids.ts'
import { BackupRefused } from '#core/backup/format.ts'
import type { Queries } from '#database/database.ts'
import type { RowTexts } from '#storage/backup/rows.ts'
import { insertStoreRows, movesWithStore } from '#storage/backup/store-rows.ts'
import type { TableShape } from '#storage/backup/tables.ts'
import { enterMembers } from '#storage/members/members.ts'
import { SECRET_COLUMNS } from '#storage/secrets.ts'
import { insertDirectoryEntry } from '#storage/stores/stores.ts'
import { disconnect } from './disconnected.ts'
import { STORE_ID } from './store-header.ts'

/** Which store rows come from, and which one they become. */
export interface Move {
  from: string
  to: string
  appId: string
  /** Name of a copy beside the first store; undefined where the store keeps its ids and its name. */
  copyName: string | undefined
}

/** What opens the first store, or is its own history to others, is not in a copy. */
const NOT_COPIED = ['api_keys', 'identity_secrets', 'events', 'idempotent_calls', 'visitors']

/** Stores rows of an export in a transaction of the new store. */
export class RowWriter {
  readonly #tx: Queries
  readonly #move: Move
  readonly #tables: Map<string, TableShape>
  /** Whether the store's own row has come. */
  hasStore = false
  /** Files that the rows name, with their sizes. */
  readonly uploads = new Map<string, number>()

  constructor(tx: Queries, move: Move, tables: readonly TableShape[]) {
    this.#tx = tx
    this.#move = move
    this.#tables = new Map(tables.filter(movesWithStore).map((table) => [table.name, table]))
  }

  /** Stores a part of a table. BackupRefused for what no export has. */
  async write(name: string, lines: Buffer): Promise<void> {
    const table = this.#tables.get(name)
    if (!table) throw changed(`there is no table ${name}`)
    if (this.#move.copyName !== undefined && NOT_COPIED.includes(name)) return
    const rows = readRows(lines, name).map((row) => this.#prepare(name, row))
    checkColumns(table, rows)
    if (rows.length === 0) return
    await insertStoreRows(this.#tx, table, rows)
    await this.#enter(name, rows)
  }

  #prepare(name: string, given: RowTexts): RowTexts {
    const { from, to, appId, copyName } = this.#move
    let row = disconnect(name, given)
    if (name === 'shops') {
      if (row.shop_id !== from) throw changed('its header names another store')
      row = { ...row, app_id: appId, is_demo: 'false', ...(copyName === undefined ? {} : { name: copyName }) }
    }
    if (name === 'webhook_subscriptions' && copyName !== undefined) row = { ...row, secret: newToken('whsec_', 24) }
    if (name === 'uploads') this.#note(row)
    // Addresses of files name the store.
    if (from !== to)
      row = mapTexts(row, (text) => text.replaceAll(`/storefront/files/${from}/`, `/storefront/files/${to}/`))
    return this.#sealed(name, row)
  }

  #note({ id, size }: RowTexts): void {
    if (!id || !STORE_ID.test(id)) throw changed('a file has an id that no file has')
    this.uploads.set(id, Number(size))
  }

  /** Secrets are stored under this service's key. */
  #sealed(name: string, row: RowTexts): RowTexts {
    const sealed = { ...row }
    for (const { table, column, key, placeOf } of SECRET_COLUMNS) {
      const secret = row[column]
      if (table !== name || !secret) continue
      sealed[column] = this.#tx.secrets.seal(secret, placeOf(this.#move.to, String(row[key])))
    }
    return sealed
  }

  /** What is looked up before the store is known. Throws the database's error where another store has it. */
  async #enter(name: string, rows: RowTexts[]): Promise<void> {
    const tx = this.#tx
    if (name === 'shops') this.hasStore = true
    if (name === 'shops') await insertDirectoryEntry(tx, 'app_id', this.#move.appId, null)
    if (name === 'members') {
      await enterMembers(
        tx,
        rows.map(({ id, email_key }) => ({ id: String(id), emailKey: String(email_key) })),
      )
    }
    if (name === 'api_keys') {
      for (const { id, key_hash, revoked_at } of rows) {
        if (!revoked_at) await insertDirectoryEntry(tx, 'api_key', String(key_hash), String(id))
      }
    }
    if (name === 'webhook_subscriptions') {
      for (const { id, secret } of rows) {
        const place = SECRET_COLUMNS.find(({ table, column }) => table === name && column === 'secret')?.placeOf
        const opened = tx.secrets.open(String(secret), place?.(this.#move.to, String(id)) ?? '')
        await insertDirectoryEntry(tx, 'webhook_secret', hashToken(opened), String(id))
      }
    }
  }
}

function readRows(lines: Buffer, table: string): RowTexts[] {
  try {
    return JSON.parse(`[${lines.toString('utf8').trimEnd().replaceAll('\n', ',')}]`) as RowTexts[]
  } catch {
    throw changed(`${table} has a line that is not JSON`)
  }
}

/** All rows of a part have the first one's columns, which the table has, with a text or null in each. */
function checkColumns(table: TableShape, rows: RowTexts[]): void {
  const [first] = rows
  if (first === undefined) return
  const names = Object.keys(first)
  const unknown = names.find((name) => !table.columns.some((column) => column.name === name))
  if (unknown !== undefined) throw changed(`${table.name} has a column ${unknown}`)
  for (const row of rows) {
    const values = names.map((name) => row[name])
    if (
      Object.keys(row).length === names.length &&
      values.every((value) => value === null || typeof value === 'string')
    )
      continue
    throw changed(`rows of ${table.name} are not alike`)
  }
}

function mapTexts(row: RowTexts, change: (text: string) => string): RowTexts {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? null : change(value)]))
}

export const changed = (why: string) => new BackupRefused(`The store export was changed: ${why}.`)
