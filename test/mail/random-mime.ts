/** Random mails: half well formed, half not. The same seed makes the same ones. */
export function randomMails(seed: number, count: number): Buffer[] {
  const random = mulberry(seed)
  return Array.from({ length: count }, () => randomMail(random))
}

type Random = () => number

/** A small generator of numbers from 0 to 1 (mulberry32). */
function mulberry(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const HOSTILE = [
  '',
  '\0',
  '\r\n',
  '\r',
  'a'.repeat(3000),
  '=?utf-8?B?/////w==?=',
  '=?utf-8?Q?=00=ED=A0=80=0D=0ABcc:x?=',
  '=?x-unknown?Q?=FF?=',
  '"unclosed',
  '<<<>>>',
  '<a@b>',
  'a@b, c@d, <e@f>',
  'group: a@b;',
  '(((((((',
  '\ud800',
  '>'.repeat(500),
  'On Tue, Mar 3, 2026 at 10:11 AM X <a@b.example> wrote:',
  '> quoted',
  '-- ',
  '--',
  '_'.repeat(40),
  'From: a@b\nSent: x\nTo: y\nSubject: z',
  '<b>'.repeat(200),
  '<div style="background:url(x);color:red" onclick=1>',
  '<script>alert(1)</script><img src=x onerror=1><img src="cid:1"><a href="javascript:1">',
  '&#0;&#xD800;&#x110000;&lt;',
  '<blockquote>'.repeat(80),
  'BEGIN:VCALENDAR\nSUMMARY:x',
  'Action: failed\nStatus: 5.x.1\n\nAction: failed',
]
const NAMES = [
  'From', 'To', 'Cc', 'Subject', 'Date', 'Message-ID', 'In-Reply-To', 'References', 'Return-Path', 'Auto-Submitted',
  'Reply-To', 'Delivered-To', 'Content-Type', 'Content-Transfer-Encoding', 'Content-Disposition', 'X-Failed-Recipients',
] // biome-ignore format: a list
const TYPES = [
  'text/plain', 'text/plain; charset=utf-8', 'text/plain; charset=nope; format=flowed', 'text/html', 'text/calendar',
  'image/png; name="../x\0.png"', 'message/rfc822', 'message/delivery-status', 'multipart/mixed; boundary=b',
  'multipart/alternative; boundary="b"', 'multipart/report; report-type=delivery-status; boundary=c', 'multipart/mixed',
  'application/ms-tnef', '', ';;;=', 'text/plain; charset*0=utf; charset*1=-8',
] // biome-ignore format: a list
const ENCODINGS = ['7bit', '8bit', 'base64', 'quoted-printable', 'x-uuencode', '']

function randomMail(random: Random): Buffer {
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T
  const value = () => (random() < 0.5 ? pick(HOSTILE) : `x${Math.floor(random() * 1e6)} ${pick(HOSTILE)}`)
  const part = (depth: number): string => {
    const type = pick(TYPES)
    const lines = [`Content-Type: ${type}`, `Content-Transfer-Encoding: ${pick(ENCODINGS)}`, '']
    const count = Math.floor(random() * 6)
    for (let i = 0; i < count; i++) {
      if (type.startsWith('multipart') && depth < 6) lines.push(`--${pick(['b', 'c', ''])}`, part(depth + 1))
      else lines.push(value())
    }
    if (random() < 0.5) lines.push('--b--')
    return lines.join('\n')
  }
  const headers = Array.from({ length: Math.floor(random() * 14) }, () => `${pick(NAMES)}: ${value()}`)
  const bytes = Buffer.from([...headers, part(0)].join(pick(['\n', '\r\n'])))
  // Some lose bytes, or have others.
  for (let i = Math.floor(random() * 10); i > 0 && random() < 0.5; i--) {
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
  }
  return random() < 0.1 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes
}
