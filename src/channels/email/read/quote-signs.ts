/**
 * How mail programs mark what they quote, in the languages that they do it in. Every pattern is matched against a text of
 * bounded length, so that none of them can be made slow.
 */

/** What stands for "wrote", at or near the end of an attribution line. */
const WROTE =
  /(wrote|schrieb|a écrit|écrit|escribió|ha scritto|scritto|escreveu|schreef|skrev|kirjoitti|pisze|napisał\(a\)|napisał|napsal\(a\)|napsal|написал|пишет|yazdı|şunu yazdı|写道|寫道|书写|书いた|書きました|のメール|のメッセージ|작성|님이|írta|a scris|napísal|έγραψε|написа|napisao|viết|menulis)/iu
const ADDRESS = /[^\s<>()[\],:;"]{1,64}@[^\s<>()[\],:;"]{1,255}/
/** A time of day or a year: what no attribution is without. */
const MOMENT = /\d{1,2}[:.h時时点]\s?\d{2}|(?:19|20)\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2}/
/** The address that a customer's program answers to, if it is one of ours. */
const OUR_REPLY_ADDRESS = /reply\+[a-z2-7]{56}@/i
/** How the first of several lines of an attribution begins. */
const FIRST_LINE = /^(on|am|le|el|il|em|op|den|dnia|w dniu|dne|pe|在|於|于|vào|\d)/i
const ATTRIBUTION_MAX = 400
/** "---- Anna wrote ----". */
const DASHED =
  /^-{2,12} ?[^-\s].{0,300}\s(wrote|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev) ?-{2,12}$/iu

/**
 * Whether a line, or a few joined, say who wrote what follows, and when. `isQuoteNext`: whether the next line is marked as
 * quoted, which tells more than any word.
 */
export function isAttribution(text: string, isQuoteNext: boolean): boolean {
  const whole = plain(text)
  if (whole.length > ATTRIBUTION_MAX) return false
  // Android puts it between dashes, with or without a date.
  if (DASHED.test(whole)) return true
  const line = whole.replace(/^-{1,8} ?| ?-{2,8}$/g, '')
  const saysWho = ADDRESS.test(line)
  // Some programs leave the colon out.
  if (!/[:：]$/.test(line))
    return saysWho && MOMENT.test(line) && FIRST_LINE.test(line) && /\s(wrote|schrieb)$/.test(line)
  if (OUR_REPLY_ADDRESS.test(line)) return true
  const saysWrote = WROTE.test(line)
  if (isQuoteNext) return saysWrote ? saysWho || MOMENT.test(line) : saysWho && MOMENT.test(line)
  return saysWrote && FIRST_LINE.test(line) && (MOMENT.test(line) || (saysWho && /\d/.test(line)))
}

/** Whether an attribution may end with this line. */
export function endsAttribution(text: string): boolean {
  return /([:：]|\s(wrote|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev)( ?-{2,12})?)$/.test(
    plain(text).slice(-30),
  )
}

/**
 * Returns the column at which an attribution begins behind the author's own words: "It fits. On Monday, Anna wrote:". Returns
 * 0 for a line that begins with an attribution, or has none.
 */
export function startOfAttribution(text: string): number {
  if (text.length > ATTRIBUTION_MAX || !endsAttribution(text) || !WROTE.test(text)) return 0
  const starts = [...text.matchAll(/(?:[.!?…]\s+|\s?-{2,8}\s?)(?=(?:On|Am|Le|El|Il|Op|Em|Den)\s)/g)]
  const last = starts.at(-1)
  if (last === undefined || last.index === 0) return 0
  const from = last.index + last[0].length
  return isAttribution(text.slice(from), true) ? from : 0
}

/** Whether a line could be the first one of an attribution that goes on. */
export function beginsAttribution(text: string): boolean {
  const line = plain(text)
  return line.length <= ATTRIBUTION_MAX && FIRST_LINE.test(line) && /\d/.test(line)
}

type Field = 'from' | 'date' | 'to' | 'subject'
const LABELS: Record<Field, string> = {
  from: 'from|von|de|da|van|fra|från|od|от|kimden|lähettäjä|差出人|送信者|发件人|寄件者|보낸 사람|보낸사람',
  date: 'sent|date|gesendet|datum|envoyé|envoyé le|enviado|enviado el|enviado em|enviada|enviada em|fecha|data|inviato|verzonden|sendt|dato|skickat|wysłano|data wysłania|odesláno|дата|отправлено|gönderildi|lähetetty|送信日時|日時|日付|发送时间|日期|寄件日期|時間|时间|보낸 날짜|날짜',
  to: 'to|an|à|a|para|aan|til|till|do|komu|кому|kime|vastaanottaja|宛先|收件人|收件者|받는 사람',
  subject:
    'subject|betreff|objet|asunto|oggetto|assunto|onderwerp|emne|ämne|temat|předmět|тема|konu|aihe|件名|主题|主旨|主題|제목',
}
const FIELDS = Object.entries(LABELS).map(
  ([field, labels]) => [field as Field, new RegExp(`^\\*?(?:${labels})\\*?\\s?[:：]\\*?\\s?(.*)$`, 'iu')] as const,
)
/** Lines of such a block that say nothing of the four. */
const OTHER_FIELD = /^\*?(cc|bcc|cco|kopie|copie|copia|reply-to|antwort an|importance|抄送|副本)\*?\s?[:：]/i

/** Whether a bracket around an address is not closed yet. */
const isOpen = (value: string) =>
  Math.max(value.lastIndexOf('['), value.lastIndexOf('<')) > Math.max(value.lastIndexOf(']'), value.lastIndexOf('>'))

/** Lines that are looked through for copied headers. */
const HEADER_LINES = 12

/** How many lines a block of copied headers has, if one begins here: an author, a date, and a subject or an addressee. */
export function headerBlockLength(lines: readonly string[], at: number): number {
  const seen = new Map<Field, string>()
  const lineAt = (index: number) => plain((lines[index] ?? '').slice(0, ATTRIBUTION_MAX))
  const fieldIn = (line: string) =>
    FIELDS.map(([field, pattern]) => [field, pattern.exec(line)?.[1]] as const).find(
      ([field, value]) => value !== undefined && !seen.has(field),
    )
  let last: Field | undefined
  let length = 0
  for (; length < HEADER_LINES && seen.size < 4; length++) {
    const line = lineAt(at + length)
    const found = fieldIn(line)
    if (found) {
      last = found[0]
      seen.set(last, found[1] as string)
    } else if (last === undefined) break
    // Some programs make each field a paragraph of its own.
    else if (line === '') {
      if (!fieldIn(lineAt(at + length + 1))) break
    } else if (isOpen(seen.get(last) ?? '')) seen.set(last, `${seen.get(last)} ${line}`)
    // A long list of addressees, or a subject, goes on in the next line.
    else if (!(OTHER_FIELD.test(line) || line.startsWith('<') || seen.size >= 2)) break
  }
  if (!seen.has('from') || !seen.has('date') || seen.size < 3) return 0
  // A form of the author's own may have the same words: "From: Oxford", "Date: 12 May".
  const isMail = ADDRESS.test(seen.get('from') ?? '') || /\d{1,2}[:.h時时点]\s?\d{2}/.test(seen.get('date') ?? '')
  return isMail ? length : 0
}

const ORIGINAL =
  /^\*?[-_ ]{2,}\s?(original message|original mail|reply message|original nachricht|oprindelig meddelelse|oryginalna wiadomość|alkuperäinen viesti|původní zpráva|eredeti üzenet|mesajul original|orijinal ileti|αρχικό μήνυμα|оригінальне повідомлення|ursprüngliche nachricht|originalnachricht|message d['’]origine|message original|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|originele bericht|opprinnelig melding|oprindelig besked|ursprungligt meddelande|исходное сообщение|wiadomość oryginalna|元のメッセージ|原始邮件|原始郵件|원본 메시지)\s?[-_ ]{2,}/iu

/** A line between new words and the original: `-----Original Message-----`. */
export function isSeparator(text: string): boolean {
  return ORIGINAL.test(plain(text.slice(0, 200)))
}

const FORWARDED =
  /^[-\s]*(begin forwarded message|forwarded message|forwarded message from [^\s-]{1,200}|vidarebefordrat meddelande|videresendt melding|videresendt meddelelse|edelleenlähetetty viesti|weitergeleitete nachricht|anfang der weitergeleiteten nachricht|message transféré|début du message réexpédié|mensaje reenviado|inicio del mensaje reenviado|messaggio inoltrato|inizio messaggio inoltrato|mensagem encaminhada|início da mensagem reencaminhada|doorgestuurd bericht|begin doorgestuurd bericht|転送されたメッセージ|转发邮件|转发的邮件|転送)[-\s:：]*$/iu

/** Whether what follows is passed on, and so part of what the author says. */
export function isForwardLine(text: string): boolean {
  return FORWARDED.test(plain(text.slice(0, 200)))
}

/** Whether a subject is that of a forwarded mail, or may be: "VS:" is forwarded in Norwegian and answered in Finnish. */
export function isForwardSubject(subject: string): 'yes' | 'maybe' | 'no' {
  const start = subject.trim()
  if (/^(fwd?|wg|w\.|wtr|tr|rv|i|enc|doorst|vb|pd|továbbítás|転送|转发|轉寄)\s?[:：]/i.test(start)) return 'yes'
  return /^vs\s?[:：]/i.test(start) ? 'maybe' : 'no'
}

const BELOW =
  /(see|answers?|comments?|replies|inline|antworte|antworten|siehe|s\.|voir|réponses?|réponds|vea|ver|respuestas?|respondo|vedi|risposte|rispondo|veja|respostas?|zie|antwoorden|antwoord)[^\n]{0,40}(below|inline|in line|in red|unten|im text|rot|ci-dessous|en rouge|dans le texte|abajo|más abajo|en rojo|sotto|in rosso|abaixo|em vermelho|hieronder|onder|in rood)|以下(に|の通り|にて)|下記|インライン|见下|如下|请看下文|見下/iu

/** Whether the words at the top say that there are more of them between what is quoted. */
export function pointsBelow(words: string): boolean {
  return words.length < 300 && BELOW.test(words)
}

/** A line without what mail programs add unseen, for matching. */
export function plain(line: string): string {
  return line
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim()
}
