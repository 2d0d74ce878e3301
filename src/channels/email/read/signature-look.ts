import { plain } from './quote-signs.ts'

/** Whether lines below "--" are a signature, or words of the author's. In doubt they are words: those cannot be got back. */

/** How many lines a signature has: of a name and a place, and with telephone, addresses and what the law wants. */
const LINES_MAX = { plain: 8, business: 25 }
const WORDS_MAX = 9
const LENGTH_MAX = 90

/** What a line of a signature says of how its author is reached, or of the firm. */
const CONTACTS = [
  /^(tel|telefon|telephone|phone|mobile?|mob|handy|fax|cell|e-?mail|mail|web|internet|skype|whatsapp|tél|téléphone|teléfono|telefono|telefoon|móvil|portable|t|m|f|e|w|電話|电话|携帯)\.?\s?[:|]\s?\S/iu,
  /^(tel|telefon|telephone|phone|mobile?|mob|handy|fax|cell|tél|téléphone|teléfono|telefono|telefoon|móvil|portable|t|m|f)\.? ?[+(\d]/iu,
  /https?:\/\/|www\./i,
  /[^\s<>@]@[\w-]/,
  /(?<!\d)[+0]\d[\d ()/.-]{6,30}/,
  /(?<!\p{L})(gmbh|ag|ltd|llc|inc|corp|sarl|srl|bv|kg|ohg|hrb|ust-?id|vat)(?!\p{L})/iu,
]
const GREETING =
  /^(best|kind|warm|many|with|yours|sincerely|regards|cheers|thanks|thank you|greetings|mit|mfg|viele|beste|freundliche|herzliche|liebe|lg|vg|danke|gruß|grüße|cordialement|bien|sincères|salutations|merci|saludos|un saludo|atentamente|gracias|cordiali|saluti|grazie|distinti|atenciosamente|abraço|obrigad[oa]|groet|groeten|met|bedankt|よろしく|敬具|此致|祝好)(?![\p{L}])/iu
const POSTSCRIPT = /^\(?p\.?\s?s\b|^ps[.: ]|^n\.?b\b|追伸|又及/iu
const LIST = /^([-*•·–—>]|\(?\d{1,3}[.)]|[a-z]\))\s/i
/** Cells of a table that hold numbers. */
const ROW = /\d ?[|;\t]|[|;\t] ?\d/
const ORDER =
  /#\s?\d|\b(order|orders|invoice|item|article|size|qty|quantity|bestell\p{L}*|auftrag|rechnung|artikel|größe|menge|commande|facture|taille|pedido|factura|talla|ordine|fattura|taglia|encomenda|fatura|tamanho|bestelling|factuur|maat)\b|注文|订单|訂單/iu
/** Words that a footer of the law's or the firm's does not have. */
const PERSONAL =
  /(?<![\p{L}])(i|i'm|my|me|ich|mein\p{L}{0,2}|mir|mich|je|j'ai|mon|ma|mes|yo|mi|io|mio|mia|eu|meu|minha|ik|mijn|私|我)(?![\p{L}])|please (send|ship|refund|cancel|change|call|reply|let)/iu

/**
 * Whether lines that stand below a line of two dashes, at the end of what the author wrote, look like a signature. `isSure`:
 * the line has its space, which programs write and few people do.
 */
export function looksLikeSignature(below: readonly string[], isSure = false): boolean {
  const lines = below.map(plain).filter((line) => line !== '')
  if (lines.length === 0) return true
  if (lines.length > LINES_MAX.business) return false
  const contacts = lines.filter(isContact).length
  const isBusiness = contacts >= 2
  if (!isBusiness && lines.length > LINES_MAX.plain) return false
  let hasContact = false
  for (const line of lines) {
    if (isDoubtful(line) || (isLabel(line) && !(isBusiness && hasContact))) return false
    hasContact ||= isContact(line)
    // What the firm says of itself, or the law of the mail, stands below how it is reached.
    if (isSentence(line) && !(isBusiness && hasContact && !PERSONAL.test(line))) return false
  }
  return isSure || contacts > 0 || lines.every(isOfName)
}

const isContact = (line: string) => line.length <= LENGTH_MAX * 2 && CONTACTS.some((pattern) => pattern.test(line))

/** What no signature has: a question, an item of a list, a row of numbers, an order. */
function isDoubtful(line: string): boolean {
  if (/[?？]/.test(line) && !/https?:\/\//.test(line)) return true
  if (/^--\s?$/.test(line) || POSTSCRIPT.test(line) || LIST.test(line)) return true
  if (isContact(line)) return false
  return ROW.test(line) || ORDER.test(line)
}

/** Something is said of what follows: "New address: …", or "Managing director: …" below how the firm is reached. */
const isLabel = (line: string) => /[:：]/.test(line) && !isContact(line)

function isSentence(line: string): boolean {
  if (isContact(line) && !/[.!。！]$/.test(line)) return false
  const words = line.split(/\s+/)
  if (line.length > LENGTH_MAX || words.length > WORDS_MAX || /[。！]$/.test(line)) return true
  return words.length >= 4 && /[.!]$/.test(line) && !GREETING.test(line)
}

/** A name, a greeting, a place or a title: written with capitals, or in a script that has none. */
function isOfName(line: string): boolean {
  if (GREETING.test(line)) return true
  const words = line.split(/[\s,|/&-]+/).filter((word) => /\p{L}/u.test(word))
  const isSmall = (word: string) => /^\p{Ll}/u.test(word)
  return words.length > 0 && !isSmall(words[0] as string) && words.filter(isSmall).length <= words.length / 3
}
