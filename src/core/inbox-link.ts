/**
 * The address of a page of the inbox that names its store by the App ID: the browser may show another store at the time, or
 * have no session in this one (docs/decisions/0142).
 */
export const inboxLink = (inboxUrl: string, path: string, appId: string): string =>
  `${inboxUrl}${path}?store=${encodeURIComponent(appId)}`
