import type { Language } from '../turn.ts'
import { clauses, normalizeText } from './normalize-text.ts'
import type { Patterns } from './patterns.ts'

// What is asked of something that was just told, without naming it once more: "when will it arrive?" Each pattern is a whole
// clause: in "where is the shop?" something else is named.

/** A clause of plain words; (a|b) and ? as in regular expressions, a space between words. */
const whole = (...forms: string[]): RegExp => new RegExp(`^(?:${forms.map((form) => form.trim()).join('|')})$`, 'u')

/** Asked of an order: where it is, when it comes, who brings it. */
const OF_ORDER: Patterns = {
  en: whole(
    '(so |and |but |ok |then )?(when|where) (is|are|will|does|did|was) (it|they|my (order|parcel|package))( (be|get|come|coming|arrive|arriving|go|going|delivered|shipped|sent|here|there|now|today|then))*',
    '(whens|wheres) (it|my (order|parcel|package))( (coming|arriving|now))?',
    '(has|have|did|was|were|is|are|will) (it|they) (already |still |yet |been |be )*(shipped|ship|left|leave|sent|arrive|arrived|arriving|come|coming|delivered|lost|stuck|delayed|late|here|in transit|on (its|their|the) way)( (yet|today|tomorrow|now|already|soon|then))*',
    '(who|which carrier|which company|what carrier) (delivers|delivered|brings|ships|shipped|is delivering|is bringing)( (it|them|this))?',
    'how (long|many days|much longer)( more)? (until|till|before|will|does) (it|they)( (take|takes|arrive|arrives|come|comes|is here|gets here|get here|take to arrive))?',
    '(can i |how (can|do) i )?(track|follow) (it|them)',
    '(whats |what is |send me |give me )?(the |my )?(tracking|track) (number|link|code)',
  ),
  de: whole(
    '(und |also |dann )?(wann|wo) (kommt|kommen|ist|sind|bleibt|wird|soll|trifft|steckt) (sie|er|es|das paket|die bestellung|meine bestellung|mein paket)( (denn|dann|jetzt|gerade|genau|nun|an|ein|da|hier|geliefert|zugestellt|ankommen|kommen|sein))*',
    '(ist|wurde|wird|kommt) (sie|er|es) (schon |bereits |denn |noch |heute |morgen )*(unterwegs|verschickt|versendet|geliefert|zugestellt|angekommen|da|an)( worden)?',
    'wer (liefert|bringt|stellt) (sie|ihn|es|das)( (aus|zu))?',
    'wie lange (dauert (es|das) )?noch',
    '(wie lautet |wie ist )?(die )?(sendungsnummer|sendungsverfolgung|trackingnummer|paketnummer)',
  ),
  es: whole(
    '(y )?cuando (llega|llegara|llegaran|viene|lo recibo|la recibo|lo recibire|la recibire|me llega|lo entregan|la entregan)( (hoy|manana|mi pedido|el paquete))?',
    '(y )?donde (esta|anda)( (ahora|mi pedido|el paquete))?',
    '(ya )?(ha salido|ha llegado|salio|llego|esta en camino|lo han enviado|se ha enviado|fue enviado)( ya)?',
    'quien (lo|la) (entrega|trae|lleva|envia)',
    '(cual es )?(el )?(numero|enlace|codigo) de seguimiento',
  ),
  fr: whole(
    '(et )?quand (est ce )?(quil|quelle|il|elle) (arrive|arrivera|va arriver|sera livree?|sera la)',
    '(et )?quand (arrive|arrivera|va|sera)( t)? (il|elle)( (arriver|livree?|la|ici))?',
    '(et )?quand vais je (le|la) recevoir',
    'ou (est|se trouve|en est)( t)? (il|elle|ma commande|mon colis)( (maintenant|en ce moment))?',
    '(est|a)( t)? (il|elle) (deja |ete )*(partie?|expediee?|livree?|arrivee?|en route)',
    'qui (le|la) (livre|apporte)',
    '(quel est )?(le )?(numero|lien) de suivi',
  ),
  it: whole(
    '(e )?quando (arriva|arrivera|lo ricevo|la ricevo|lo ricevero|la ricevero|viene consegnat[oa]|sara consegnat[oa])( (oggi|domani))?',
    '(e )?(dov e|dove e|dove)( (adesso|ora|finito|finita|il pacco|il mio ordine))?',
    '(e )?(gia )?(stat[oa] )?(spedit[oa]|arrivat[oa]|partit[oa]|in viaggio|in consegna)',
    'chi (lo|la) (consegna|porta|spedisce)',
    '(qual e )?(il )?(numero|link|codice) di (tracking|tracciamento)',
  ),
  nl: whole(
    '(en )?wanneer (komt|is|wordt|arriveert) (hij|het|ie|ze|de bestelling|mijn bestelling|mijn pakket)( (aan|er|bezorgd|geleverd|binnen|dan|hier))*',
    '(en )?wanneer krijg ik (hem|het|ze)',
    'waar (is|blijft|zit) (hij|het|ie|ze|mijn bestelling|mijn pakket)( (nu|dan|nou))*',
    'is (hij|het|ie|ze) (al |nog )*(verzonden|verstuurd|onderweg|bezorgd|aangekomen)',
    'wie (bezorgt|brengt|levert) (hem|het|ze)',
    '(wat is )?(het |mijn )?(trackingnummer|volgnummer|track en trace)',
  ),
  pt: whole(
    '(e )?quando (chega|vai chegar|vem|recebo|vou receber|sera entregue)( (ele|ela|hoje|amanha|meu pedido|o pacote))?',
    '(e )?(onde|cade) (esta|ta|ele|ela|anda)( (agora|ele|ela|meu pedido|o pacote))?',
    '(ja )(foi enviad[oa]|saiu|chegou|esta a caminho)',
    'quem (o |a )?(entrega|traz)',
    '(qual e )?(o )?(codigo|numero|link) de (rastreio|rastreamento)',
  ),
  ar: whole(
    'متي (يصل|تصل|ستصل|سيصل|يوصل|توصل|استلمه|استلمها|ساستلمه|ساستلمها)( (اليوم|غدا|طلبي))?',
    '(اين|وين|فين) (هو|هي|صار|صارت|طلبي)( الان)?',
    '(ما )?(هو )?رقم التتبع',
  ),
  ja: /^(それは?|荷物は|注文は|商品は)?(いつ(頃|ごろ)?(届|着|来|到着).{0,6}|(今|いま)?どこ(ですか|にありますか|にいますか)?|追跡番号.{0,8})$/,
}

/** Words beside it that ask nothing. */
const BESIDE = new Set(
  `ok okay thanks thank you great hi hello hey please danke gut bitte gracias merci grazie bedankt dank je obrigado obrigada شكرا`.split(
    ' ',
  ),
)

/** Whether a text asks of an order that was just told, and of nothing else. */
export function asksOfOrder(text: string, language: Language): boolean {
  if (language === 'ja') return OF_ORDER.ja.test(normalizeText(text).replaceAll(/[ .]/g, ''))
  const asked = clauses(text)
    .map((words) => words.filter((word) => !BESIDE.has(word)).join(' '))
    .filter(Boolean)
  return asked.length > 0 && asked.every((clause) => OF_ORDER[language].test(clause) || OF_ORDER.en.test(clause))
}
