import { answer, htmlMail, type MailCase, partsMail, plainMail, textPart } from '../eml.ts'
import { asHtml, oursIn, quoted, wordsIn } from './words.ts'

const SHOP = 'Lumen Shop <support@lumen.example>'
const US = 'support@lumen.example'

/** How Gmail introduces a quote; long ones are broken as it breaks them. */
const GMAIL: Record<string, string> = {
  en: `On Tue, Mar 3, 2026 at 10:11 AM ${SHOP}\nwrote:`,
  de: `Am Di., 3. März 2026 um 10:11 Uhr schrieb Lumen Shop <\n${US}>:`,
  fr: `Le mar. 3 mars 2026 à 10:11, ${SHOP} a\nécrit :`,
  es: `El mar, 3 mar 2026 a las 10:11, Lumen Shop (<${US}>)\nescribió:`,
  it: `Il giorno mar 3 mar 2026 alle ore 10:11 Lumen Shop <\n${US}> ha scritto:`,
  nl: `Op di 3 mrt 2026 om 10:11 schreef ${SHOP}:`,
  pt: `Em ter., 3 de mar. de 2026 às 10:11, Lumen Shop <\n${US}> escreveu:`,
  ja: `2026年3月3日(火) 10:11 ${SHOP}:`,
  zh: `${SHOP} 于2026年3月3日周二 10:11写道：`,
}

const gmail: MailCase[] = Object.entries(GMAIL).map(([language, attribution]) => {
  const words = wordsIn(language)
  const html = `<div dir="ltr">${asHtml(words)}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${attribution.replace('<', '&lt;').replace('\n', '')}<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">${oursIn(language).join('<br>')}</blockquote></div>`
  const text = `${words}\n\n${attribution}\n\n${quoted(language)}\n>\n`
  const eml = partsMail('alternative', [textPart(text), textPart(html, 'text/html')])
  return { name: `gmail-${language}`, eml, expected: answer(words) }
})

/** The four labels of the headers that Outlook copies, and how it writes a date. */
const OUTLOOK: Record<string, [string, string, string, string, string]> = {
  en: ['From', 'Sent', 'To', 'Subject', 'Tuesday, March 3, 2026 10:11 AM'],
  de: ['Von', 'Gesendet', 'An', 'Betreff', 'Dienstag, 3. März 2026 10:11'],
  fr: ['De', 'Envoyé', 'À', 'Objet', 'mardi 3 mars 2026 10:11'],
  es: ['De', 'Enviado', 'Para', 'Asunto', 'martes, 3 de marzo de 2026 10:11'],
  it: ['Da', 'Inviato', 'A', 'Oggetto', 'martedì 3 marzo 2026 10:11'],
  nl: ['Van', 'Verzonden', 'Aan', 'Onderwerp', 'dinsdag 3 maart 2026 10:11'],
  pt: ['De', 'Enviado', 'Para', 'Assunto', '3 de março de 2026 10:11'],
  ja: ['差出人', '送信日時', '宛先', '件名', '2026年3月3日 10:11'],
  zh: ['发件人', '发送时间', '收件人', '主题', '2026年3月3日 10:11'],
}

function outlookBlock(language: string): string {
  const [from, sent, to, subject, date] = OUTLOOK[language] as [string, string, string, string, string]
  const gap = language === 'fr' ? ' :' : ':'
  return `${from}${gap} ${SHOP}\n${sent}${gap} ${date}\n${to}${gap} Ada Lovelace <ada@customer.example>\n${subject}${gap} Your order 1042`
}

const outlook: MailCase[] = Object.keys(OUTLOOK).map((language, index) => {
  const words = wordsIn(language)
  const text = `${words}\n\n${outlookBlock(language)}\n\n${oursIn(language).join('\n')}\n`
  const block = outlookBlock(language).replaceAll('<', '&lt;').replaceAll('\n', '<br>')
  const html = `<html><body><div class="WordSection1">${asHtml(words, 'p')}<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${block}</p></div><p>${oursIn(language).join('</p><p>')}</p></div></body></html>`
  // Every third comes as HTML alone.
  const eml = index % 3 === 2 ? htmlMail(html) : partsMail('alternative', [textPart(text), textPart(html, 'text/html')])
  return { name: `outlook-${language}`, eml, expected: answer(words) }
})

/** What else there is: a name, the language, and what stands under the words. */
const OTHERS: [string, string, string][] = [
  ['outlook-ios-en', 'en', `Get Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\n${outlookBlock('en')}\n\n${oursIn('en').join('\n')}`],
  ['outlook-android-de', 'de', `Holen Sie sich Outlook für Android<https://aka.ms/AAb9ysg>\n________________________________\n${outlookBlock('de')}\n\n${oursIn('de').join('\n')}`],
  ['outlook-old-en', 'en', `-----Original Message-----\n${outlookBlock('en')}\n\n${oursIn('en').join('\n')}`],
  ['apple-mail-en', 'en', `> On 3 Mar 2026, at 10:11, ${SHOP} wrote:\n>\n${quoted('en')}`],
  ['iphone-de', 'de', `Von meinem iPhone gesendet\n\n> Am 03.03.2026 um 10:11 schrieb ${SHOP}:\n>\n> ﻿\n${quoted('de')}`],
  ['iphone-fr', 'fr', `Envoyé de mon iPhone\n\n> Le 3 mars 2026 à 10:11, ${SHOP} a écrit :\n>\n${quoted('fr')}`],
  ['iphone-es', 'es', `Enviado desde mi iPhone\n\n> El 3 mar 2026, a las 10:11, ${SHOP} escribió:\n>\n${quoted('es')}`],
  ['iphone-it', 'it', `Inviato da iPhone\n\n> Il giorno 3 mar 2026, alle ore 10:11, ${SHOP} ha scritto:\n>\n${quoted('it')}`],
  ['iphone-ja', 'ja', `iPhoneから送信\n\n> 2026/03/03 10:11、${SHOP}のメール:\n>\n${quoted('ja')}`],
  ['iphone-zh', 'zh', `从我的iPhone发送\n\n> 在 2026年3月3日，10:11，${SHOP} 写道：\n>\n${quoted('zh')}`],
  ['thunderbird-en', 'en', `On 03/03/2026 10:11, Lumen Shop wrote:\n${quoted('en')}\n\n-- \nAda Lovelace\nLondon`],
  ['thunderbird-de', 'de', `Am 03.03.26 um 10:11 schrieb Lumen Shop:\n${quoted('de')}`],
  ['thunderbird-fr', 'fr', `Le 03/03/2026 à 10:11, Lumen Shop a écrit :\n${quoted('fr')}`],
  ['yahoo-en', 'en', `Sent from Yahoo Mail for iPhone\n\nOn Tuesday, March 3, 2026 at 10:11:12 AM GMT+1, ${SHOP} wrote: \n\n ${oursIn('en').join('\n ')}`],
  ['yahoo-fr', 'fr', `Le mardi 3 mars 2026 à 10:11:12 UTC+1, ${SHOP} a écrit : \n\n ${oursIn('fr').join('\n ')}`],
  ['samsung-de', 'de', `Von meinem Galaxy gesendet\n\n-------- Ursprüngliche Nachricht --------\nVon: ${SHOP}\nDatum: 03.03.26 10:11 (GMT+01:00)\nAn: ada@customer.example\nBetreff: Your order 1042\n\n${oursIn('de').join('\n')}`],
  ['gmx-de', 'de', `Gesendet: Dienstag, 03. März 2026 um 10:11\nVon: ${SHOP}\nAn: ada@customer.example\nBetreff: Your order 1042\n${oursIn('de').join('\n')}`],
  ['proton-en', 'en', `Sent with [Proton Mail](https://proton.me/) secure email.\n\nOn Tuesday, March 3rd, 2026 at 10:11 AM, ${SHOP} wrote:\n\n${quoted('en')}`],
  ['k9-en', 'en', `On 3 March 2026 10:11:12 CET, ${SHOP} wrote:\n${quoted('en', '>')}\n\n-- \nSent from my Android device with K-9 Mail. Please excuse my brevity.`],
  ['qq-zh', 'zh', `------------------ 原始邮件 ------------------\n发件人: "Lumen Shop" <${US}>;\n发送时间: 2026年3月3日(星期二) 上午10:11\n收件人: "Ada"<ada@customer.example>;\n主题: Your order 1042\n\n${oursIn('zh').join('\n')}`],
  ['gmail-broken-nb', 'en', `tir. 3. mars 2026 kl. 10:11 skrev Lumen Shop <${US}\n>:\n\n${quoted('en')}`],
  ['gmail-no-year-en', 'en', `On Tue, Mar 3, Lumen Shop <${US}>\nwrote:\n\n${quoted('en')}`],
  ['zoho-en', 'en', `---- On Tue, 3 Mar 2026 10:11:12 +0100 ${US} wrote ----\n\n${oursIn('en').join('\n')}`],
  ['outlook-broken-from-en', 'en', `${outlookBlock('en').replace(' <', '\n<')}\n\n${oursIn('en').join('\n')}`],
  ['thunderbird-hu', 'en', `2026. 03. 03. 10:11 keltezéssel, Lumen Shop írta:\n${quoted('en')}`],
  ['reply-address-en', 'en', `Reply by reply+${'a'.repeat(56)}@in.lumen.example, tisdag:\n\n${oursIn('en').join('\n')}`],
] // biome-ignore format: a table

const others: MailCase[] = OTHERS.map(([name, language, under]) => ({
  name,
  eml: plainMail(`${wordsIn(language)}\n\n${under}\n`),
  expected: answer(wordsIn(language)),
}))

export const clients: MailCase[] = [...gmail, ...outlook, ...others]
