/**
 * A relay may give our mail a Message-ID of its own, of which it tells us in its answer alone: `250 Ok 0100018f…` for
 * `<0100018f…@relay.example>`. Bounces and answers name that one.
 */

const IDS_MAX = 2
/** Shorter words and words without a digit are said of any mail. */
const ID = /^[\w.+=/-]{5,200}$/
const PREFIX = 'relay '

/** Keys of the ids that a server's answer to a mail may name, for `keyOfMessageId` to be found under. */
export function relayKeysIn(answer: string): string[] {
  const words = answer
    .slice(0, 1_000)
    .split(/[\s,;()[\]]+/)
    .map((word) => word.replace(/^(id|queued-as|messageid|internalid)=/i, '').replace(/^[<"']|[>"'.:]$/g, ''))
    .map((word) => word.split('@')[0] as string)
  const ids = words.filter((word) => ID.test(word) && /\d/.test(word) && !/^[245]\.\d+\.\d+$|^\d{1,12}$/.test(word))
  return [...new Set(ids)].slice(0, IDS_MAX).map((id) => PREFIX + id.toLowerCase())
}

/** The key of a Message-ID: of its part before the @. */
export function keyOfMessageId(messageId: string): string {
  return PREFIX + (messageId.replace(/^<|>$/g, '').split('@')[0] as string).toLowerCase()
}
