import { Random } from '#base/random.ts'

/** Random mails: half well formed, half not. The same seed makes the same ones. */
export function randomMails(seed: number, count: number): Buffer[] {
  const random = Random.of(seed)
  return Array.from({ length: count }, () => randomMail(random))
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
  const value = () => (random.chance(0.5) ? random.pick(HOSTILE) : `x${random.below(1e6)} ${random.pick(HOSTILE)}`)
  const part = (depth: number): string => {
    const type = random.pick(TYPES)
    const lines = [`Content-Type: ${type}`, `Content-Transfer-Encoding: ${random.pick(ENCODINGS)}`, '']
    const count = random.below(6)
    for (let i = 0; i < count; i++) {
      if (type.startsWith('multipart') && depth < 6) lines.push(`--${random.pick(['b', 'c', ''])}`, part(depth + 1))
      else lines.push(value())
    }
    if (random.chance(0.5)) lines.push('--b--')
    return lines.join('\n')
  }
  const headers = Array.from({ length: random.below(14) }, () => `${random.pick(NAMES)}: ${value()}`)
  const bytes = Buffer.from([...headers, part(0)].join(random.pick(['\n', '\r\n'])))
  // Some lose bytes, or have others.
  for (let i = random.below(10); i > 0 && random.chance(0.5); i--) {
    bytes[random.below(bytes.length)] = random.below(256)
  }
  return random.chance(0.1) ? bytes.subarray(0, random.below(bytes.length)) : bytes
}
