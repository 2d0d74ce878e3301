/** How processes reach each other: PostgreSQL's NOTIFY or Redis. Texts are short; they may be lost. */
export interface Transport {
  publish(text: string): Promise<void>
  /** `onGap` is called when the subscription begins, and after each interruption: something may have been missed. */
  subscribe(onText: (text: string) => void, onGap: () => void): Promise<void>
}

/** The most that a transport takes at once: PostgreSQL allows 8,000 bytes a notification. */
export const TEXT_BYTES_MAX = 7_500
