/** What a message is called in this browser: sent again with it, the message is still one. Pages over http have no randomUUID. */
export const newClientId = (): string => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`
