import { currentTime } from '#base/clock.ts'
import { operatorCaller } from '#core/caller.ts'
import { createKey } from '#core/stores/api-keys.ts'
import { readHelpSite } from '#core/stores/help-site.ts'
import { changeStore, createStore, listAllStores } from '#core/stores/stores.ts'
import { tryWithAdvisoryLock } from '#database/advisory-lock.ts'
import type { Database } from '#database/database.ts'
import { markAsDemo } from '#storage/stores/stores.ts'
import { HELP_LOCALES, makeHelpCentre, storeHelpCentre } from './demo-help-centre.ts'

/** Locked while the demo store is made: of several processes that start at once only one makes it. */
const LOCK = 7_270_540

/** A store to look around in, with the credentials that are shown once. */
export interface Demo {
  name: string
  appId: string
  /** The name of its help centre in addresses. */
  helpHandle: string
  ownerEmail: string
  ownerPassword: string
  apiKey: string
}

/** Makes the demo store where there is no store at all; null where there is one, or another process makes it now. */
export function makeDemo(database: Database): Promise<Demo | null> {
  return tryWithAdvisoryLock(database.system, LOCK, async () => {
    const { stores } = await listAllStores(database, { limit: 1, cursor: null })
    return stores.length > 0 ? null : fillDemo(database)
  })
}

async function fillDemo(database: Database): Promise<Demo> {
  const { store, owner } = await createStore(database, {
    name: 'Tarn & Timber',
    plan: 'plus',
    owner: { email: 'owner@tarn-and-timber.example', firstName: 'Robin', lastName: 'Tarn' },
  })
  // Everything is on: a newcomer asks the demo shop something, is answered, and asks for a person.
  await changeStore(operatorCaller(database, store.shopId), {
    settings: {
      ai: {
        enabled: true,
        training: { products: true, collections: true, discounts: true },
        skills: { sizeGuide: true },
      },
      helpCentre: { enabled: true, locales: HELP_LOCALES },
    },
  })
  const caller = operatorCaller(database, store.shopId)
  const { makeSampleData } = await import('./sample-data.ts') // not where the store is there already
  const now = currentTime()
  const { handle } = await readHelpSite(caller.shop)
  // Articles are made while the database is busy with the rest.
  const [helpCentre] = await Promise.all([
    makeHelpCentre(handle, now),
    makeSampleData(caller, { contacts: 60, conversations: 120 }, now),
  ])
  await storeHelpCentre(caller, helpCentre)
  await markAsDemo(caller.shop)
  const { key } = await createKey(caller, 'Demo')
  return {
    name: store.name,
    appId: store.appId,
    helpHandle: handle,
    ownerEmail: owner?.email as string,
    ownerPassword: owner?.password as string,
    apiKey: key,
  }
}

/** What a newcomer needs to look around, in plain words. It holds credentials: for the terminal, never for the log. */
export function describeDemo(demo: Demo, baseUrl: string): string {
  return `
  A demo store is ready: ${demo.name}

    Inbox           ${baseUrl}/inbox
                    ${demo.ownerEmail}
                    ${demo.ownerPassword}
    Storefront      ${baseUrl}/demo
    Help centre     ${baseUrl}/help/${demo.helpHandle}
    API reference   ${baseUrl}/docs/reference

    App ID          ${demo.appId}
    API key         ${demo.apiKey}

  Try it:

    curl -H 'X-Api-Key: ${demo.apiKey}' '${baseUrl}/chat/conversations?limit=3'

  The password and the key are shown this once. DEMO=0 starts without a demo store.

`
}
