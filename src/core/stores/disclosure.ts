import { findLanguage, type Language } from '#core/languages.ts'
import { AI_AGENT_NAME } from '#core/stores/settings.ts'

/** That an AI assistant writes: without a name of its own, and with the one that the store gave it. */
const TEXTS: Record<Language, { unnamed: string; named: string }> = {
  en: {
    unnamed: 'I’m an AI assistant of this store.',
    named: 'I’m {name}, an AI assistant of this store.',
  },
  ar: {
    unnamed: 'أنا مساعد ذكي يعمل بالذكاء الاصطناعي في هذا المتجر.',
    named: 'أنا {name}، مساعد ذكي يعمل بالذكاء الاصطناعي في هذا المتجر.',
  },
  de: {
    unnamed: 'Ich bin ein KI-Assistent dieses Shops.',
    named: 'Ich bin {name}, ein KI-Assistent dieses Shops.',
  },
  es: {
    unnamed: 'Soy un asistente de IA de esta tienda.',
    named: 'Soy {name}, un asistente de IA de esta tienda.',
  },
  fr: {
    unnamed: 'Je suis un assistant IA de cette boutique.',
    named: 'Je suis {name}, un assistant IA de cette boutique.',
  },
  it: {
    unnamed: 'Sono un assistente IA di questo negozio.',
    named: 'Sono {name}, un assistente IA di questo negozio.',
  },
  ja: {
    unnamed: '当店の AI アシスタントです。',
    named: '当店の AI アシスタント、{name} です。',
  },
  nl: {
    unnamed: 'Ik ben een AI-assistent van deze winkel.',
    named: 'Ik ben {name}, een AI-assistent van deze winkel.',
  },
  pt: {
    unnamed: 'Sou um assistente de IA desta loja.',
    named: 'Sou {name}, um assistente de IA desta loja.',
  },
}

/** One sentence that says what writes, by a language or a browser's locale, such as `de-AT`; English for others. */
export function disclosure(locale: string | null, name: string): string {
  const { named, unnamed } = TEXTS[findLanguage(locale) ?? 'en']
  return name === AI_AGENT_NAME ? unnamed : named.replace('{name}', () => name)
}

/** Name that the store gave the AI agent, and whether it has said something in this conversation before. */
export interface Speaker {
  name: string
  hasSpoken: boolean
}

/** A text as the customer reads it: before the AI agent's first one in a conversation, it says what it is (spec C10.7). */
export function asSaid(text: string, locale: string | null, { name, hasSpoken }: Speaker): string {
  return hasSpoken ? text : `${disclosure(locale, name)}\n\n${text}`
}
