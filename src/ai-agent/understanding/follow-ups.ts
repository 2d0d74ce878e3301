import type { Language } from '../turn.ts'
import { patterns, says } from './patterns.ts'
import { plain } from './plain.ts'

// What is asked of something that was just told, without naming it once more: "when will it arrive?", "is it waterproof?"
// By themselves these words tell little; whoever asks by them knows what was said before.

/** Asked of an order: where it is, when it comes, who brings it. */
const OF_ORDER = patterns({
  en: `(when|where|has|is|did|does|will) (_ )?(it|they|this|that|be|come|arrive) ?(_ )?(arrive*|come*|coming|here|be|ship*|left|leave|deliver*|sent|now|stuck|still|on its way|on the way|lost|there)
    (where|when) (is|are|will) (it|they|that)
    (who|which|what) (_ )?(deliver*|carrier|courier|brings|ships)
    (track|follow) (it|them)
    (tracking|track) (number|link|code)
    (how long|how many days) (until|till|will it|does it|more)`,
  de: `(wann|wo) (kommt|kommen|ist|sind|bleibt|wird|trifft|soll|steckt) (sie|er|es|das|die|der) ?(_ )?
    (kommt|ist|wurde|wird) (sie|er|es|das) (_ )?(an|heute|morgen|da|unterwegs|verschickt|geliefert|zugestellt)
    wer (liefert|bringt)
    (sendungsnummer|sendungsverfolgung|trackingnummer)
    wie lange (_ )?noch`,
  es: `cuando (_ )?(llega*|recib*|viene|lo entregan|la entregan)
    donde (esta|anda) ?(_ )?
    quien (lo |la )?(entrega|trae|lleva|envia)
    (numero|enlace|codigo) de seguimiento`,
  fr: `quand (_ )?(arrive*|recevr*|sera|va t|livr*)
    ou (est|en est) (il|elle|ce)
    qui (_ )?(livre|apporte)
    (numero|lien) de suivi`,
  it: `quando (_ )?(arriv*|consegn*|ricev*)
    (dove|dov) ?e (_ )?(adesso|ora|finito|finita)
    chi (lo |la )?(consegna|porta|spedisce)
    (numero|link|codice) di (tracking|tracciamento)`,
  nl: `wanneer (_ )?(komt|is|wordt|arriveert|krijg) (hij|het|ie|deze|ik)
    waar (is|blijft|zit) (hij|het|ie|deze)
    wie (bezorgt|brengt|levert)`,
  pt: `quando (_ )?(chega*|vem|recebo|vai chegar|entreg*)
    (onde|cade) (_ )?(esta|ta|ele|ela)
    quem (_ )?(entrega|traz)
    (codigo|numero|link) de (rastreio|rastreamento)`,
  ar: `متي (_ )?(يصل*|تصل*|ستصل*|سيصل*|يوصل*|توصل*|استلم*)
    (اين|وين|فين) (_ )?(هو|هي|الان|صار*)
    رقم التتبع`,
  ja: `いつ(頃|ごろ)?(届|着|来)|(今|いま)どこ|どこに(あ|い)|追跡`,
})

/** Words that stand for what was named before. */
const BACK = patterns({
  en: `(it|its|they|them|this one|that one|these|those|one)`,
  de: `(es|ihn|er|sie|dieser|dieses|diesen|davon|dafur)`,
  es: `(este|esta|ese|esa|estos|estas|lo hay|lo tienen|lo tienes|la tienen)`,
  fr: `(il|elle|ils|elles|celui ci|celle ci|celui la|celle la)`,
  it: `(questo|questa|quello|quella|lo avete|la avete)`,
  nl: `(hij|het|deze|die|dit|dat|ervan)`,
  pt: `(ele|ela|este|esta|esse|essa|deste|desta)`,
  ar: `(هو|هي|هذا|هذه|منه|منها)`,
  ja: `これ|それ|あれ|この商品|その商品`,
})

/** Whether a text asks of an order that was just told: not how such things go in general. */
export const asksOfOrder = (text: string, language: Language): boolean => says(plain(text), OF_ORDER, language)

/** Whether a text speaks of what was named before, without naming it. */
export const pointsBack = (text: string, language: Language): boolean => says(plain(text), BACK, language)
