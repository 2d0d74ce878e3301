/** What a mail server's refusal means, in a sentence for members. Enhanced status codes are those of RFC 3463. */
const REASONS: [RegExp, string][] = [
  [/^5\.1\.[136]/, 'The email address does not exist.'],
  [/^5\.1\.(2|10)/, 'The domain of the email address takes no mail.'],
  [/^5\.1\.[78]/, 'The mail server of the recipient does not accept our sender address.'],
  [/^5\.2\.1/, 'The mailbox is disabled.'],
  [/^[45]\.2\.2/, 'The mailbox is full.'],
  [/^5\.(2\.3|3\.4)/, 'The mail is larger than the recipient’s mail server takes.'],
  [/^[45]\.4\./, 'The recipient’s mail server cannot be reached.'],
  [
    /^5\.7\.(20|21|22|23|24|25|26|27|30)/,
    'The recipient’s mail server could not verify the sender: check SPF, DKIM and DMARC of your domain.',
  ],
  [/^5\.7\./, 'The recipient’s mail server refuses mail from us.'],
]

/** `5.1.1` of what a server said, or made of its three-digit reply: 550 is 5.0.0. Empty when it has neither. */
export function statusIn(text: string): string {
  const enhanced = /(?:^|[\s#(])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(text)?.[1]
  const reply = /(?:^|\s)([245])\d\d(?:[\s-]|$)/.exec(text)?.[1]
  return enhanced ?? (reply ? `${reply}.0.0` : '')
}

/** A sentence for members. */
export function reasonOf(status: string): string {
  const known = REASONS.find(([pattern]) => pattern.test(status))?.[1]
  if (known) return known
  return status.startsWith('4')
    ? 'The recipient’s mail server takes no mail now.'
    : 'The recipient’s mail server refused the mail.'
}
