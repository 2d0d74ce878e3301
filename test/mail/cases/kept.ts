import { answer, htmlMail, type MailCase, plainMail } from '../eml.ts'

/** Mails of which nothing may be cut: what looks like a quote or a signature is what the author says. */

interface Kept {
  subject?: string
  /** What is read, where that is less than the whole body. */
  text?: string
}

/** A mail that begins a conversation, and is read as it stands. */
function kept(name: string, body: string, { subject = 'A question', text = body }: Kept = {}): MailCase {
  const fresh = { Subject: subject, 'In-Reply-To': null, References: null }
  return {
    name: `kept-${name}`,
    eml: plainMail(`${body}\n`, fresh),
    expected: answer(text.replaceAll('\n-- \n', '\n--\n')),
  }
}

const keptHtml = (name: string, html: string, text: string): MailCase => ({
  name: `kept-${name}`,
  eml: htmlMail(html, { Subject: 'A question' }),
  expected: answer(text),
})

const forms = [
  kept(
    'form-en',
    'Name: Carla Example\nEmail: carla@customer.example\nOrder: 1042\nMessage:\nThe lamp flickers.\nCan you help?',
  ),
  kept(
    'form-de',
    'Anrede: Frau\nName: Carla Muster\nE-Mail: carla@customer.example\nTelefon: 01234 567890\nNachricht:\nDie Lampe flackert.',
  ),
  kept('form-fr', 'Nom : Carla Exemple\nE-mail : carla@customer.example\nObjet : Lampe\nMessage :\nLa lampe clignote.'),
  kept(
    'form-es',
    'Nombre: Carla Ejemplo\nCorreo: carla@customer.example\nAsunto: Lámpara\nMensaje:\nLa lámpara parpadea.',
  ),
  kept('form-it', 'Nome: Carla Esempio\nTelefono: 012 3456789\nOggetto: Lampada\nMessaggio:\nLa lampada lampeggia.'),
  kept('form-pt', 'Nome: Carla Exemplo\nAssunto: Lâmpada\nMensagem:\nA lâmpada pisca.\nPode ajudar?'),
  kept('form-nl', 'Naam: Carla Voorbeeld\nOnderwerp: Lamp\nBericht:\nDe lamp knippert.'),
  kept('form-ja', 'お名前：カルラ\n件名：ランプ\nお問い合わせ内容：\nランプが点滅します。'),
  kept('form-pl', 'Imię: Carla\nTemat: Lampa\nWiadomość:\nLampa miga.'),
  kept('form-travel', 'From: Oxford\nTo: London\nDate: 12 May\nSubject: two lamps\n\nPlease bring them on that day.'),
  kept(
    'form-dashes',
    'Form of the shop\n----------\nName: Carla Example\n----------\nMessage: The lamp flickers.\n----------\nSent by the form on the page.',
  ),
  keptHtml(
    'form-table',
    '<table><tr><th>Name</th><td>Carla Example</td></tr><tr><th>Question</th><td>Does it fit?</td></tr></table><p>--</p><p>Which size do I need?</p>',
    'Name Carla Example\nQuestion Does it fit?\n\n--\n\nWhich size do I need?',
  ),
]

const lists = [
  kept('list-numbers', 'I need:\n1. a refund for order 1002\n2. a new lamp\n3. an invoice'),
  kept('list-stars', 'Broken:\n* the lamp\n* its cable\n* the switch'),
  kept('list-dashes', 'Missing:\n- the screws\n- the key\n-- the small one\n- the manual'),
  kept('list-de', 'Es fehlen:\n- Schrauben\n- Schlüssel\n\nBitte senden Sie sie nach.'),
  kept(
    'list-of-addresses',
    'Please send one lamp each to:\nanna@customer.example, Main Street 1\nben@customer.example, Main Street 2',
  ),
  kept('list-of-orders', 'Order 1001: wrong colour\n--\nOrder 1002: never came\n--\nPlease refund 1002.'),
  kept('list-fr', 'Il manque :\n– les vis\n– la clé\nMerci de les envoyer.'),
  kept('list-table', 'Size | Qty\n-- \n38 | 2\n40 | 1'),
]

const colons = [
  kept('colon-last', 'Can you tell me the colours of this one:\nhttps://shop.example/lamp'),
  kept('colon-end', 'I have only one question left:'),
  kept('colon-date', 'On Monday, 2 March 2026, the courier said:\nNobody is at home.\nBut I was.'),
  kept('colon-wrote', 'My neighbour wrote:\nThe parcel is with me.\nShe does not have it any more.'),
  kept('colon-de', 'Am 2. März 2026 stand in der Sendungsverfolgung:\nZugestellt.\nBei mir kam nichts an.'),
  kept('colon-es', 'El 2 de marzo a las 10:15 el mensajero dijo:\nNo hay nadie.\nYo estaba en casa.'),
  kept('colon-ja', '追跡番号は次のとおりです：\n1234-5678\n届いていません。'),
  kept('colon-email', 'My new address since 2026 is carla@customer.example:\nplease change it.'),
]

const below = [
  kept('below-question', 'Hi\n\n--\n\nMy question: can I return it?'),
  kept('below-list', 'I need two things:\n\n--\n1. a refund for order 1002\n2. a new lamp\n\nThanks, Carla'),
  kept('below-postscript', 'Hello\n-- \nCarla\n-- \nP.S. My new address is Main Street 2, please ship there.'),
  kept(
    'below-postscript-de',
    'Hallo\n-- \nCarla Muster\nTel. 01234 567890\nwww.muster.example\nPS: Bitte an die neue Adresse liefern.',
  ),
  kept('below-sentence', 'The lamp came.\n-- \nIt is the wrong one, though.'),
  kept('below-request', 'Bestellung 1042\n--\nBitte stornieren.\nIch brauche sie nicht mehr.'),
  kept('below-fr', 'Bonjour\n--\nJe voudrais annuler la commande 1042.'),
  kept('below-es', 'Hola\n--\nQuiero devolver la lámpara.'),
  kept('below-address', 'Please ship to\n--\nNew address:\nCarla Example\nMain Street 2'),
  kept('below-two-parts', 'First the lamp: it flickers.\n--\nSecond the chair: it came twice.\n--\nCarla Example', {
    text: 'First the lamp: it flickers.\n--\nSecond the chair: it came twice.',
  }),
  kept(
    'below-long',
    `A story\n--\n${Array.from({ length: 30 }, (_, n) => `On day ${n} the lamp was dark.`).join('\n')}`,
  ),
  kept('below-ja', 'こんにちは\n--\n返品したいです。できますか？'),
]

const attributions = {
  en: 'On Mon, 2 Mar 2026 at 10:00, Lumen Shop <help@lumen.example> wrote:',
  de: 'Am Mo., 2. März 2026 um 10:00 Uhr schrieb Lumen Shop <help@lumen.example>:',
  fr: 'Le lun. 2 mars 2026 à 10:00, Lumen Shop <help@lumen.example> a écrit :',
  es: 'El lun, 2 mar 2026 a las 10:00, Lumen Shop (<help@lumen.example>) escribió:',
  it: 'Il giorno lun 2 mar 2026 alle ore 10:00 Lumen Shop <help@lumen.example> ha scritto:',
  nl: 'Op ma 2 mrt 2026 om 10:00 schreef Lumen Shop <help@lumen.example>:',
  ja: '2026年3月2日(月) 10:00 Lumen Shop <help@lumen.example>:',
}

/** Two questions of ours that are answered below each. */
const inline = (name: string, attribution: string, [first, one, second, two]: [string, string, string, string]) =>
  kept(`inline-${name}`, `${attribution}\n> ${first}\n\n${one}\n\n> ${second}\n\n${two}`, {
    subject: 'Re: Your order 1042',
  })

const answers = [
  inline('en', attributions.en, ['Which order is it?', 'Order 1042.', 'Which colour do you want?', 'The blue one.']),
  inline('de', attributions.de, ['Welche Bestellung?', 'Die 1042.', 'Welche Farbe?', 'Blau bitte.']),
  inline('fr', attributions.fr, ['Quelle commande ?', 'La 1042.', 'Quelle couleur ?', 'Bleu.']),
  inline('es', attributions.es, ['¿Qué pedido?', 'El 1042.', '¿Qué color?', 'Azul.']),
  inline('it', attributions.it, ['Quale ordine?', 'Il 1042.', 'Quale colore?', 'Blu.']),
  inline('nl', attributions.nl, ['Welke bestelling?', 'De 1042.', 'Welke kleur?', 'Blauw.']),
  inline('ja', attributions.ja, ['ご注文番号は？', '1042です。', '色は？', '青です。']),
  inline('greeted', `Hello,\n\n${attributions.en}`, ['Which order?', 'Order 1042.', 'Which colour?', 'Blue.']),
  kept(
    'inline-below-announced',
    `See my answers below.\n\n${attributions.en}\n> Which order?\nOrder 1042.\n> Which colour?\nBlue.`,
    {
      subject: 'Re: Your order 1042',
    },
  ),
  kept('inline-one-line-quoted', 'You say\n> It was delivered.\nIt was not.'),
]

/** A mail that is passed on with a word above it. */
const forward = (name: string, subject: string, body: string) => kept(`forward-${name}`, body, { subject })
const COPY = 'Your parcel is delayed.\n-- \nAcme Couriers\nTel. 01234 567890'

const forwards = [
  forward(
    'gmail',
    'Fwd: Parcel',
    `What now?\n\n---------- Forwarded message ---------\nFrom: Acme <info@acme.example>\nDate: Mon, 2 Mar 2026 at 10:00\nSubject: Parcel\nTo: <ada@customer.example>\n\n${COPY}`,
  ),
  forward(
    'apple',
    'Fwd: Parcel',
    `What now?\n\nBegin forwarded message:\n\n> From: Acme <info@acme.example>\n> Subject: Parcel\n> Date: 2 March 2026 at 10:00:00\n> To: ada@customer.example\n>\n> Your parcel is delayed.`,
  ),
  forward(
    'outlook',
    'FW: Parcel',
    `What now?\n\nFrom: Acme <info@acme.example>\nSent: Monday, 2 March 2026 10:00\nTo: Ada <ada@customer.example>\nSubject: Parcel\n\n${COPY}`,
  ),
  forward(
    'outlook-de',
    'WG: Paket',
    'Was nun?\n\nVon: Acme <info@acme.example>\nGesendet: Montag, 2. März 2026 10:00\nAn: Ada <ada@customer.example>\nBetreff: Paket\n\nIhr Paket verspätet sich.',
  ),
  forward(
    'outlook-fr',
    'TR: Colis',
    'Que faire ?\n\nDe : Acme <info@acme.example>\nEnvoyé : lundi 2 mars 2026 10:00\nÀ : Ada <ada@customer.example>\nObjet : Colis\n\nVotre colis a du retard.',
  ),
  forward(
    'thunderbird',
    'Fwd: Parcel',
    `What now?\n\n-------- Forwarded Message --------\nSubject: Parcel\nDate: Mon, 2 Mar 2026 10:00:00 +0100\nFrom: Acme <info@acme.example>\nTo: ada@customer.example\n\n${COPY}`,
  ),
  forward(
    'thunderbird-es',
    'Fwd: Paquete',
    '¿Y ahora?\n\n-------- Mensaje reenviado --------\nAsunto: Paquete\nFecha: Mon, 2 Mar 2026 10:00:00 +0100\nDe: Acme <info@acme.example>\nPara: ada@customer.example\n\nSu paquete se retrasa.',
  ),
  forward(
    'outlook-ja',
    'FW: 荷物',
    'どうすればいいですか。\n\n差出人: Acme <info@acme.example>\n送信日時: 2026年3月2日 10:00\n宛先: Ada <ada@customer.example>\n件名: 荷物\n\n配達が遅れています。',
  ),
  forward(
    'mutt',
    'Fwd: Parcel',
    `What now?\n\n----- Forwarded message from Acme <info@acme.example> -----\n\nDate: Mon, 2 Mar 2026 10:00:00 +0100\nFrom: Acme <info@acme.example>\nTo: ada@customer.example\nSubject: Parcel\n\n${COPY}\n\n----- End forwarded message -----`,
  ),
  forward(
    'yahoo-it',
    'I: Pacco',
    'E adesso?\n\n----- Messaggio inoltrato -----\nDa: Acme <info@acme.example>\nA: ada@customer.example\nInviato: lunedì 2 marzo 2026 10:00\nOggetto: Pacco\n\nIl pacco è in ritardo.',
  ),
  forward(
    'outlook-pt',
    'ENC: Pacote',
    'E agora?\n\nDe: Acme <info@acme.example>\nEnviado: segunda-feira, 2 de março de 2026 10:00\nPara: Ada <ada@customer.example>\nAssunto: Pacote\n\nSeu pacote atrasou.',
  ),
]

export const keptWhole: MailCase[] = [...forms, ...lists, ...colons, ...below, ...answers, ...forwards]
