import type { Language } from '../turn.ts'
import { COLUMNS, GLOSSARY } from './glossary.ts'
import { normalizeText } from './normalize-text.ts'
import { PERSON_WORDS } from './person-words.ts'

/** Words by which a language is recognised: those that stand in most sentences, and those that shoppers write. */
const WORDS: Partial<Record<Language, string>> = {
  ar: `ما ماذا هل هو هي هم في من الي على علي عن مع هذا هذه ذلك كيف متي اين وين لماذا يمكن يمكنني يمكنكم ان لا لم لن انا انت انتم
    هناك كم او و يا لي لو اي بعد قبل كل عند عندي عندكم لدي لديكم ليس غير قد كان كانت تكون يكون اريد ارغب احتاج ممكن اذا لكن حتي
    مرحبا شكرا فضلك سمحت اليوم انه به بها له لها منتجاتكم منتج المنتج المنتجات`,
  en: `the and is are was were be been have has had do does did not you your i my me we our it its this that these those
    there where when what which who why how can could would should will with without from for of to in on at by about
    into than then if or but as an any some please thanks thank hello hi hey good order package parcel shipping ship
    delivery deliver return refund size buy price cost discount want need like help know get got much many long am im
    ive dont cant doesnt isnt yes talk speak human person someone still yet arrived received money back change cancel
    they them cheap sell open shop store available stock wash made waterproof does anyone exchange track pay working`,
  de: `etwas ihr euer der die das den dem des ein eine einen einem einer und ist sind war waren bin habe hat haben hatte nicht kein keine
    sie ihr ihre ich mein meine meinen meiner mir mich wir uns es dies diese dieser wo wann was welche welcher wer warum
    wie kann konnen konnte wurde wird werden mit ohne von fur zu zum zur auf an bei uber wenn oder aber als auch noch
    bitte danke hallo guten tag moin bestellung paket versand lieferung ruckgabe zuruck grosse kaufen preis kostet
    kosten rabatt mochte brauche hilfe gibt viel lange ja nein mensch menschen jemand geld andern stornieren sprechen
    verkauft euch ihnen mal schon gern lieferzeit umtauschen passt einem im am dass nach ob gut mitarbeiter wollen will
    waschen wasserdicht offnungszeiten laden zahlen bezahlen habt retoure bekomme sendung artikel fallt ab`,
  es: `hacen hace hacéis tenéis una uno alguna algún el la los las un una unos unas y es son era esta estan estoy he ha han tengo tiene tienen no tu su mi mis yo nos
    nosotros lo le les se este esta estos donde cuando que cual cuales quien por como puedo puede pueden podria con sin
    de del para a al en sobre si o pero mas muy tambien ya gracias hola buenos buenas dias tardes pedido paquete envio
    entrega devolver devolucion reembolso talla comprar precio cuesta cuanto descuento quiero quisiera necesito ayuda
    hay mucho tarda hablar persona alguien dinero cambiar cancelar favor venden tienda hacen todavia aun me estudiantes
    lavar impermeable quien agente humano llega esto eso pagar puedo rastrear mandan ustedes vosotros llegar`,
  fr: `le la les un une des du de et est sont etait suis ai as a avez avons ont ne pas vous votre vos je mon ma mes moi
    nous notre il elle ils ce cet cette ces ou quand que quoi quel quelle quels qui pourquoi comment peux peut pouvez
    pourrais avec sans pour sur au aux en dans par si mais plus aussi tres bonjour bonsoir salut merci commande colis
    livraison livrer retour retourner remboursement taille acheter prix coute combien reduction voudrais veux besoin
    aide faut temps oui non parler personne quelqu quelquun argent changer annuler est-ce svp plait vendez toujours
    encore jai cest quest laver impermeable magasin conseiller humain payer suivre recu mest lequel y qu échanger`,
  it: `faccio fare il lo la i gli le un uno una e sono era sei ho ha hai abbiamo hanno non tu tuo suo mio mia miei io ci noi vi si
    questo questa questi dove quando che cosa quale quali chi perche come posso puo potete potrei potrebbe con senza di
    del della dei per a al alla in nel su se o ma piu anche molto grazie ciao buongiorno buonasera salve ordine pacco
    spedizione consegna reso restituire rimborso taglia comprare prezzo costa quanto sconto vorrei voglio bisogno aiuto
    tempo parlare persona qualcuno soldi cambiare annullare favore vendete negozio avete ancora gia mi dal lavare
    impermeabile operatore umano essere ci arriva spedite studenti pagare arrivato mettere sapere è quanti fate`,
  nl: `iets stuur de het een en is zijn was waren ben heb heeft hebben had niet geen je jij jullie jouw u uw ik mijn mij me we wij ons
    dit dat deze die waar wanneer wat welke wie waarom hoe kan kunnen kunt zou zal wordt met zonder van voor naar te tot
    op aan bij over als of maar ook nog al graag bedankt dank hallo hoi goedemorgen goedemiddag bestelling pakket pakje
    verzending verzenden bezorging levering retour retourneren terug terugsturen maat kopen prijs kost kosten korting wil
    nodig hulp lang duurt ja nee mens persoon iemand geld veranderen annuleren wijzigen alsjeblieft alstublieft spreken
    praten verkopen winkel er medewerker betalen wassen waterdicht ruilen krijg leveren zit om echt`,
  pt: `faço fazer qual quais o os as um uma uns e sao era esta estao estou tenho tem temos nao voce voces seu sua meu minha eu me nos isso este
    esta esse onde quando que qual quais quem por como posso pode podem poderia com sem de do da dos das para pra ao em
    no na nos sobre se ou mas mais muito tambem ja obrigado obrigada ola oi bom boa dia tarde noite pedido pacote
    encomenda envio entrega frete devolver devolucao troca reembolso tamanho comprar preco custa quanto desconto quero
    gostaria preciso ajuda ha tempo demora falar pessoa alguem dinheiro trocar mudar cancelar favor vendem loja fazem
    ainda vcs lavar impermeavel atendente humano pagar chegou rastrear quero chega uma faz`,
}

/** Words of Arabic in Latin letters and of Japanese in them, as people without the keyboard write. */
const TRANSLITERATED: Partial<Record<Language, string>> = {
  ar: 'marhaba salam ahlan shukran talabi talab wein wayn fein urid uridu abgha aiz ayez kam kayf law samaht mumkin insan muwazzaf',
  ja: 'konnichiwa arigatou arigato onegai shimasu desu kudasai doko watashi chumon itsu masu hito ningen sumimasen',
}

/** How much a word of the glossary says, beside 1 for a common one. */
const GLOSSARY_WEIGHT = 0.7

let commonWords: ReadonlyMap<string, [Language, number][]> | undefined

/** Languages that have a word, which is in plain letters; a word of many languages says less for each. */
export function languagesOf(word: string): [Language, number][] | undefined {
  commonWords ??= index()
  return commonWords.get(word)
}

function index(): Map<string, [Language, number][]> {
  const weights = new Map<string, Map<Language, number>>()
  const add = (language: Language, words: string, weight: number) => {
    for (const word of words.split(/[\s,'’-]+/).map(normalizeText)) {
      if (word === '') continue
      const known = weights.get(word) ?? new Map<Language, number>()
      known.set(language, Math.max(weight, known.get(language) ?? 0))
      weights.set(word, known)
    }
  }
  for (const list of [WORDS, TRANSLITERATED]) {
    for (const [language, words] of Object.entries(list)) add(language as Language, words, 1)
  }
  for (const [language, { person, talk }] of Object.entries(PERSON_WORDS)) {
    add(language as Language, `${person},${talk}`, GLOSSARY_WEIGHT)
  }
  for (const row of GLOSSARY.trim().split('\n')) {
    for (const [i, cell] of row.split('|').entries()) add(COLUMNS[i] as Language, cell, GLOSSARY_WEIGHT)
  }
  return new Map(
    [...weights].map(([word, found]) => {
      const share = (word.length < 2 ? 0.3 : 1) / found.size
      return [word, [...found].map(([language, weight]) => [language, weight * share])]
    }),
  )
}

/** Whether a word stands in any sentence of a language other than English, and says nothing of what is asked. */
export function isFunctionWord(word: string): boolean {
  functionWords ??= new Set(
    Object.entries(WORDS)
      .filter(([language]) => language !== 'en')
      .flatMap(([, words]) => words.split(/\s+/).map(normalizeText)),
  )
  return functionWords.has(word)
}

let functionWords: Set<string> | undefined
