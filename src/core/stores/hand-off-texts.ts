import { findLanguage, type Language } from '#core/languages.ts'

/** What customers are told when a person takes over from the AI agent, by language, where the store has no words of its own. */
const TEXTS: Record<Language, string> = {
  en: 'A member of our team will take it from here.',
  ar: 'سأحوّلك إلى شخص من فريقنا، وسيرد عليك هنا في أقرب وقت.',
  de: 'Ich gebe Sie an eine Person aus unserem Team weiter. Sie meldet sich hier, so bald sie kann.',
  es: 'Te paso con una persona de nuestro equipo. Te responderá aquí en cuanto pueda.',
  fr: 'Je vous mets en relation avec une personne de notre équipe. Elle vous répondra ici dès que possible.',
  it: 'Ti passo a una persona del nostro team. Ti risponderà qui appena possibile.',
  ja: '担当のスタッフにおつなぎします。できるだけ早くこちらでお返事いたします。',
  nl: 'Ik geef je door aan iemand van ons team. Je krijgt hier zo snel mogelijk antwoord.',
  pt: 'Vou passar você para uma pessoa da nossa equipe. Ela responderá aqui assim que puder.',
}

/** By a language or a browser's locale, such as `de` or `de-AT`; English where there is none in that language. */
export function handOffTextIn(locale: string | null): string {
  return TEXTS[findLanguage(locale) ?? 'en']
}
