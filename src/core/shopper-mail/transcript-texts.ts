import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import { findLanguage } from '#core/languages.ts'
import { unreadNoticeIn } from '#core/mail/texts.ts'

/** What the mail with a copy of a conversation says around it, by language. `{store}` is the store's name. */
const TEXTS: Record<string, { subject: string; opening: string; earlier: string; unasked: string }> =
  nullPrototypeRecord({
    en: {
      subject: 'Your conversation with {store}',
      opening: 'Here is the copy of your conversation with {store} that you asked for.',
      earlier: '(Earlier messages are not included.)',
      unasked: 'If you did not ask for it, someone entered your address by mistake. You can ignore this email.',
    },
    ar: {
      subject: 'محادثتك مع {store}',
      opening: 'إليك نسخة محادثتك مع {store} التي طلبتها.',
      earlier: '(لم تُدرج الرسائل الأقدم.)',
      unasked: 'لم تطلبها؟ ربما كتب أحدهم عنوانك بالخطأ، ولا يلزمك فعل شيء.',
    },
    de: {
      subject: 'Ihr Gespräch mit {store}',
      opening: 'Hier ist die Kopie Ihres Gesprächs mit {store}, um die Sie gebeten haben.',
      earlier: '(Was davor gesagt wurde, fehlt hier.)',
      unasked:
        'Sie haben nicht darum gebeten? Dann hat jemand versehentlich Ihre Adresse angegeben; es ist nichts zu tun.',
    },
    es: {
      subject: 'Tu conversación con {store}',
      opening: 'Aquí tienes la copia de tu conversación con {store} que pediste.',
      earlier: '(Los mensajes anteriores no se incluyen.)',
      unasked: '¿No la pediste? Alguien escribió tu dirección por error; no tienes que hacer nada.',
    },
    fr: {
      subject: 'Votre conversation avec {store}',
      opening: 'Voici la copie de votre conversation avec {store} que vous avez demandée.',
      earlier: '(Les messages antérieurs n’y figurent pas.)',
      unasked: 'Vous ne l’avez pas demandée ? Quelqu’un a saisi votre adresse par erreur ; vous n’avez rien à faire.',
    },
    it: {
      subject: 'La tua conversazione con {store}',
      opening: 'Ecco la copia della tua conversazione con {store} che hai chiesto.',
      earlier: '(I messaggi precedenti non sono inclusi.)',
      unasked: 'Non l’hai chiesta? Qualcuno ha scritto il tuo indirizzo per errore: non devi fare nulla.',
    },
    ja: {
      subject: '{store}との会話',
      opening: 'ご希望の、{store}との会話の控えをお送りします。',
      earlier: '（これより前の内容は省略されています。）',
      unasked:
        'お心当たりがない場合は、どなたかが誤ってこのアドレスを入力したものです。何もしていただく必要はありません。',
    },
    nl: {
      subject: 'Je gesprek met {store}',
      opening: 'Hier is de kopie van je gesprek met {store} waar je om vroeg.',
      earlier: '(Wat eerder is gezegd, staat er niet in.)',
      unasked: 'Heb je er niet om gevraagd? Dan heeft iemand per ongeluk je adres ingevuld; je hoeft niets te doen.',
    },
    pt: {
      subject: 'Sua conversa com {store}',
      opening: 'Aqui está a cópia da sua conversa com {store} que você pediu.',
      earlier: '(As mensagens anteriores não foram incluídas.)',
      unasked: 'Não pediu? Alguém digitou seu endereço por engano; não é preciso fazer nada.',
    },
  })

interface Line {
  sender: { name: string }
  text: string
  files: object[]
  createdAt: Date
}

/** Subject and text, in the shopper's language where there is one of the nine; English else. Files are named only. */
export function transcriptTexts(
  { storeName, locale, timeZone }: { storeName: string; locale: string | null; timeZone: string },
  { lines, isWhole }: { lines: Line[]; isWhole: boolean },
): { subject: string; text: string; unreadNotice: string } {
  const language = findLanguage(locale) ?? 'en'
  const { subject, opening, earlier, unasked } = TEXTS[language] as (typeof TEXTS)[string]
  const times = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const named = (text: string) => text.replace('{store}', () => storeName)
  const said = lines.map(({ sender, text, files, createdAt }) => {
    const names = (files as { name: string }[]).map(({ name }) => `[${name}]`)
    return [`${sender.name}, ${times.format(createdAt)}:`, ...(text ? [text] : []), ...names].join('\n')
  })
  const text = [named(opening), ...(isWhole ? [] : [earlier]), ...said, unasked].join('\n\n')
  return { subject: named(subject), text, unreadNotice: unreadNoticeIn(language) }
}
