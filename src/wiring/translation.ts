import { recognise } from '#ai-agent/understanding/language.ts'
import { MinuteLimits } from '#core/rates/minute-limits.ts'
import type { TranslationDesk } from '#core/translation-desk.ts'
import { TranslationFailed } from '#outbound/translation/engine.ts'
import { TranslationService } from '#outbound/translation/translation-service.ts'
import type { Dependencies } from './dependencies.ts'

/** How far a language is ahead of the next where a text's words show it clearly. */
const CLEAR = 1

/** What translates messages: the operator's service, otherwise the AI agent's model. */
export function createTranslationDesk({
  config,
  channelAddresses,
  counters: { counter },
  ai,
}: Pick<Dependencies, 'config' | 'channelAddresses' | 'counters' | 'ai'>): TranslationDesk {
  const { model } = ai.parts
  const service = config.translation && new TranslationService(config.translation, channelAddresses)
  const byModel: TranslationDesk['translate'] = async (shop, texts, to) => {
    const translated = await model?.translate(shop, texts, to)
    if (!translated) throw new TranslationFailed('The AI model does not translate now; try again in a minute.')
    return translated
  }
  return {
    translate: service ? (_shop, texts, to) => service.translate(texts, to) : model ? byModel : null,
    limits: new MinuteLimits(counter, 0),
    languageOf: (texts) => {
      const found = recognise(texts.join('\n'))
      return found && found.lead >= CLEAR ? found.language : null
    },
  }
}
