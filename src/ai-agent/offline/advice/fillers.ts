import type { Language } from '../../turn.ts'
import { normalizeText } from '../../understanding/normalize-text.ts'

/** Words around a wish, by what they do to it. All in plain letters unless they are patterns. */

const words = (text: string) => new Set(text.split(/\s+/).filter(Boolean).map(normalizeText))

/** Phrases with a preposition of their own that say that something is wanted: "looking for", "suche nach". */
export const TRIGGERS =
  /(?<!\p{L})(?:looking for|look for|searching for|search for|interested in|in need of|need for|in the market for|suche nach|auf der suche nach|bedarf an|à la recherche de|besoin d[e’']|envie d[e’']|bisogno di|voglia di|alla ricerca di|op zoek naar|behoefte aan|à procura de|preciso de|gostaria de|gostaria|en busca de|interesad[oa] en|interessiert an|made (?:of|from|out of)|what do you have (?:in the way of|for)|ابحث عن|أبحث عن|ادور على|بحاجة الى|بحاجة إلى)(?!\p{L})/giu

/** Words of wishes and of politeness that name nothing. */
export const FILLERS = words(`
  degli delle dello dei del dell dal della das dos uns umas einen einem eines den dem der die das les des aux l d une un una uno unos unas eine ein het een de os as ces cette questo questa dieser
  sotto entro fino oltre jusqu dessous sous meno moins menos onder tot abaixo ate hasta unter bis pouce pouces pollici pollice pulgadas pulgada polegadas inch inches zoll metro metros metri metre metres meter meters liter litre litres litros litri gram grams gramm gramos grammes grammi kilo kilos mah watt watts euros pounds dollars
  externe externer externes extern external externo externa esterno esterna looking searching search find show recommend recommendation recommendations suggest suggestion advice advise need needs want wants wanted would like love loves loved
  buy buying get got give sell selling have carry stock stocked offer available availability please thanks thank hello hey anything something nothing everything
  good great nice best better perfect ideal suitable proper right new cool pretty beautiful quality really very quite also maybe perhaps just only even still
  cheap cheaper cheapest inexpensive affordable budget price prices priced cost costs euro euros dollar dollars pounds under below between less than more max maximum least most about around up
  size sizes sized colour color colours colors one ones two three which what kind kinds type types sort sorts model models option options range choice
  friend friends loves food hobby birthday christmas anniversary years year old someone somebody person people everyone myself ourselves use using used wear wearing
  know tell help see question thing going planning plan trip days weekend tomorrow today soon week made makes make rather else other others another own real genuine pure
  charge connect fit fits fitting works work go goes well off called says said think don doesn isn not can cannot lightest lighter heaviest compare difference
  allergic allergy allergies intolerant intolerance react stand avoid
  suche suchen such hätte hatte gern gerne brauche brauchen möchte mochte will wollen wünsche wunsche empfehlen empfehlt empfiehl empfehlung empfehlungen zeigen zeig zeigt kaufen gibt haben habt
  fuhrt führt verkauft etwas irgendwas ideal passend passende schön schöne schönes schönen gut gute guter gutes guten beste besten bester neu neue neuer neues neuen preiswert günstig günstige günstigste billig billige günstiges
  teuer preis preise euro unter über zwischen maximal höchstens welche welcher welches welchen größe grosse größen farbe farben art sorte modell könnt konnt könnten kann mir uns euch echt echtem echten echtes hausgemacht
  freund freunde geburtstag weihnachten jahre jemand jemanden leute kleines kleine kleiner kleinen großer große großes für fürs furs zum bitte danke hallo was gerade wirklich sehr auch noch nur allergisch allergie unverträglichkeit vertrage produkte produkt sachen artikel
  busco buscando buscar quiero quisiera querria necesito recomiendan recomiendas recomienda recomendais recomendar recomendarme recomendacion aconsejan aconsejas muestrame ensename comprar venden vendeis tienen teneis tienes hay algo alguna alguno algun alguien bueno buena buen
  buenos buenas mejor mejores bonito bonita nuevo nueva barato barata baratos baratas precio precios euros talla color colores tipo modelo favor gracias hola amigo cumpleaños navidad años persona gente pequeño pequeña grande alergico alergica alergia alergias intolerante por menos mas producto productos cosas verdadero autentica
  cherche cherchons voudrais voudrait veux aimerais souhaite faudrait faut recommandez recommandes recommander conseillez conseilles conseiller conseil proposez proposer montrez acheter vendez vend avez quelque chose quelques bon bonne bons bonnes meilleur meilleure beau belle joli jolie nouveau nouvelle
  cher chère chers chères pas prix euros taille couleur genre type modèle merci bonjour ami amie anniversaire noël ans personne gens petit petite grand grande allergique allergie intolérant vous auriez produits produit choses vrai véritable offrir plaît
  cerco cercando vorrei voglio serve servirebbe bisogno consigliate consigli consiglia consigliare consigliarmi consiglio suggerite mostrate mostrami comprare vendete avete qualcosa qualche buono buona buon migliore migliori bello bella nuovo nuova economico economica economiche prezzo prezzi euro
  taglia misura colore colori tipo modello grazie ciao buongiorno salve amico amica compleanno natale anni persona gente piccolo piccola grande allergico allergica allergia intollerante prodotti prodotto cose vero vera cosa che mi
  zoek zoeken zoekt wil willen graag nodig heb aanraden aanrader aanbevelen adviseren advies toon laat kopen verkopen verkoopt hebben iets goed goede beste mooi mooie nieuw nieuwe goedkoop goedkope prijs prijzen euro maat kleur kleuren soort type model alsjeblieft bedankt hallo vriend verjaardag kerst jaar
  iemand mensen klein kleine groot grote allergisch allergie producten product dingen
  procuro procurando quero queria gostaria preciso recomenda recomendam recomendar indicam sugere sugerem mostre comprar vendem têm tem temos algo alguma algum bom boa bons melhor melhores bonito bonita novo nova barato barata baratos preço preços euros tamanho cor cores tipo modelo obrigado olá amigo aniversário natal anos
  pessoa gente pequeno pequena grande alérgico alérgica alergia intolerante produtos produto coisas
  ابحث اريد احتاج ارغب اود ابغى ابغي بدي عايز اشتري شراء تنصحون تنصحوني انصحوني تنصح اقترح عندكم لديكم تبيعون يوجد متوفر شي شيء افضل احسن جيد جيدة جديد رخيص رخيصة سعر يورو مقاس لون نوع موديل منتجات منتج حساسية لعيد ميلاد هل في من الى عن مع هذا
`)

/** Words for anything that is sold: what stands beside them tells the thing. */
export const GENERIC = words(`
  something anything stuff gear things thing products product items item goods clothes clothing food set sets pair pairs pack packs piece pieces bottle bottles equipment accessories accessory
  etwas sachen produkte produkt artikel kleidung zubehör paar stück ausrüstung
  algo cosas productos producto artículos artículo ropa par accesorios equipo
  chose choses produits produit articles article vêtements vêtement paire accessoires quelque
  qualcosa cose prodotti prodotto articoli articolo abbigliamento paio accessori
  iets dingen producten product artikelen kleding paar accessoires
  algo coisas produtos produto artigos roupa roupas par acessórios
  شيء اشياء منتجات ملابس
  もの 物 商品 何か 服
`)

/** Prepositions behind which it is said what a thing is for, of or with. */
export const PREPOSITIONS: Record<Language, ReadonlySet<string>> = {
  en: words('for to with without in on at of from by against that who which'),
  de: words('für fürs zum zur mit ohne aus von vom in im auf bei gegen beim nach'),
  es: words('para con sin de del al en por contra a'),
  fr: words('pour avec sans de d en à au aux contre dans'),
  it: words('per con senza da di del dal dei della al allo alla ai alle in contro'),
  nl: words('voor met zonder van in op tegen bij uit'),
  pt: words('para pra com sem de do da dos das em ao contra'),
  ar: words('من مع لـ'),
  ja: new Set(),
}
