import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import { findLanguage } from '#core/languages.ts'

/** What the mail about missed replies says around them, by language. `{store}` is the store's name. */
const TEXTS: Record<string, { subject: string; opening: string; link: string }> = nullPrototypeRecord({
  en: {
    subject: '{store} answered you',
    opening: 'You left the chat before this came:',
    link: 'Go on with the chat here:',
  },
  ar: { subject: 'رد عليك {store}', opening: 'غادرت المحادثة قبل وصول هذا الرد:', link: 'تابع المحادثة هنا:' },
  de: {
    subject: '{store} hat Ihnen geantwortet',
    opening: 'Sie hatten den Chat verlassen, bevor dies kam:',
    link: 'Hier geht es mit dem Chat weiter:',
  },
  es: {
    subject: '{store} te ha respondido',
    opening: 'Saliste del chat antes de que llegara esto:',
    link: 'Continúa el chat aquí:',
  },
  fr: {
    subject: '{store} vous a répondu',
    opening: 'Vous avez quitté la conversation avant cette réponse :',
    link: 'Reprenez la conversation ici :',
  },
  it: {
    subject: '{store} ti ha risposto',
    opening: 'Hai lasciato la chat prima di questa risposta:',
    link: 'Continua la chat qui:',
  },
  ja: {
    subject: '{store}からお返事があります',
    opening: 'チャットを離れた後に、次のお返事がありました。',
    link: 'チャットの続きはこちらです。',
  },
  nl: {
    subject: '{store} heeft je geantwoord',
    opening: 'Je had de chat verlaten voordat dit kwam:',
    link: 'Ga hier verder met de chat:',
  },
  pt: {
    subject: '{store} respondeu a você',
    opening: 'Você saiu do chat antes desta resposta:',
    link: 'Continue o chat aqui:',
  },
})

/** What a mail to a shopper says where answers to it do not come in, by language. */
const UNREAD: Record<string, string> = nullPrototypeRecord({
  en: 'Answers to this email are not read.',
  ar: 'لا تُقرأ الردود على هذه الرسالة.',
  de: 'Antworten auf diese E-Mail werden nicht gelesen.',
  es: 'Las respuestas a este correo no se leen.',
  fr: 'Les réponses à cet e-mail ne sont pas lues.',
  it: 'Le risposte a questa email non vengono lette.',
  ja: 'このメールへの返信は読まれません。',
  nl: 'Antwoorden op deze e-mail worden niet gelezen.',
  pt: 'As respostas a este e-mail não são lidas.',
})

export const unreadNoticeIn = (language: string) => UNREAD[language] ?? (UNREAD.en as string)

/** Subject and text, in the shopper's language if it is one of the nine, otherwise in English. `site`: where the chat is. */
export function missedReplyTexts(
  { storeName, site, locale }: { storeName: string; site: string | null; locale: string | null },
  replies: { senderName: string; text: string }[],
): { subject: string; text: string; unreadNotice: string } {
  const language = findLanguage(locale) ?? 'en'
  const { subject, opening, link } = (TEXTS[language] ?? TEXTS.en) as (typeof TEXTS)[string] & object
  const said = replies.map(({ senderName, text }) => `${senderName}:\n${text}`)
  const text = [opening, ...said, ...(site === null ? [] : [`${link}\n${site}`])].join('\n\n')
  return { subject: subject.replace('{store}', () => storeName), text, unreadNotice: unreadNoticeIn(language) }
}
