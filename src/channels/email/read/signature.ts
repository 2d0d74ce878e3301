import { plain } from './quote-signs.ts'
import { looksLikeSignature } from './signature-look.ts'

const DEVICE_LINE_MAX = 200
/** A sentence of the author’s own is longer, or has a comma: "Sent from my desk, for my mobile is broken". */
const DEVICE_LINE_WORDS = 12

/** What programs write under a mail of their own accord. Each is a whole line. */
const DEVICE_LINES = [
  /^(sent|get) (from|using|with|via) .{2,150}$/i,
  /^get outlook for (ios|android|mac|windows).*$/i,
  /^(von|gesendet von|gesendet mit|gesendet aus|gesendet via) .{2,150}( gesendet)?\.?$/i,
  /^diese nachricht wurde von meinem .{2,150} gesendet\.?$/i,
  /^(holen sie sich|laden sie) outlook .{2,100}$/i,
  /^envoyé (de|depuis|à partir de|avec|par) .{2,150}$/i,
  /^(télécharger|obtenez|obtenir) outlook pour .{2,100}$/i,
  /^enviado (desde|con|mediante|do|de|a partir do|via|pelo) .{2,150}$/i,
  /^(obtener|obtén|descargar|obter|baixar) (o )?outlook (para|no) .{2,100}$/i,
  /^inviato (da|dal|con|tramite) .{2,150}$/i,
  /^(scarica|ottieni) outlook per .{2,100}$/i,
  /^(sendt|skickat|sent|lähetetty|wysłane|wysłano|odesláno|отправлено|надіслано|gönderildi|trimis) (fra|från|med|z|ze|s|с|из|з|via|din|de pe) .{2,150}$/iu,
  /^outlook (für|for|pour|para|per|voor) .{2,60} (beziehen|herunterladen|holen|laden)$/i,
  /^(verstuurd|verzonden) (vanaf|via|met|vanuit) .{2,150}$/i,
  /^(outlook (voor|downloaden)|download outlook) .{2,100}$/i,
  /^.{0,60}(iphone|ipad|android|スマートフォン|outlook.{0,20})から送信.{0,10}$/i,
  /^(从|发自|來自|发送自|傳送自|從)\s?(我的)?.{2,80}$/,
]
/** What such a line is about: without it a line that begins "Sent from" may be anybody's words. */
const DEVICE =
  /iphone|ipad|android|outlook|samsung|galaxy|huawei|xiaomi|pixel|blackberry|mobile|mobil|handy|smartphone|スマートフォン|手机|手機|yahoo|gmail|gmx|web\.de|proton|mail app|mail-app|application mail|app mail|orange|free\b|libero|posta per windows|windows mail|mail for windows|mail für windows|courrier pour windows|correo para windows|email para windows|mail voor windows|网易|網易|qq邮箱|foxmail|tablet|téléphone|telefon|teléfono|telefono|telefoon|telemóvel|celular/i

/** How many lines belong to the author's words: all but a signature and what the program added. */
export function endOfWords(lines: readonly string[]): number {
  const end = withoutAdded(lines, trimmed(lines, lines.length))
  // "-- " is the signature's own line (RFC 3676, 4.3); many programs drop the space. Some people part their words so.
  for (let at = 1; at < end; at++) {
    if (isMark(lines[at] as string) && looksLikeSignature(lines.slice(at + 1, end), lines[at] !== '--')) {
      return withoutAdded(lines, trimmed(lines, at))
    }
  }
  return end
}

const isMark = (line: string) => /^--[ \u00a0]?$/.test(line)

function withoutAdded(lines: readonly string[], from: number): number {
  let end = from
  while (end > 0 && isAdded(plain(lines[end - 1] as string))) end = trimmed(lines, end - 1)
  return end
}

function isAdded(text: string): boolean {
  const line = text.replace(/\s?<https?:[^<>\s]{1,200}>/g, '')
  if (line.length > DEVICE_LINE_MAX) return false
  if (/^[_\-=*]{5,}$/.test(line)) return true
  const isSentence = /[,;?]\s/.test(line) || line.split(' ').length > DEVICE_LINE_WORDS
  return !isSentence && DEVICE.test(line) && DEVICE_LINES.some((pattern) => pattern.test(line))
}

/** Without empty lines before `end`. */
function trimmed(lines: readonly string[], end: number): number {
  let at = end
  while (at > 0 && plain(lines[at - 1] as string) === '') at--
  return at
}
