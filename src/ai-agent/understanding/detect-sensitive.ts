import type { Language } from '../turn.ts'
import { hasCardNumber } from './extract-order-numbers.ts'
import { normalizeText } from './normalize-text.ts'
import { patterns, says } from './patterns.ts'

/** What a machine must not answer: anger, and harm, law and threats. Phrases stand here as plain text has them. */

const ANGRY = patterns({
  en: `this is (a joke|ridiculous|unacceptable|outrageous|insane|a disgrace|bullshit)
    (absolutely|totally|completely|simply) (ridiculous|unacceptable|useless|disgusting|disgraceful)
    (worst|terrible|horrible|awful|pathetic|disgusting|shitty|crap) (_ )?(service|company|shop|store|support|experience)
    you (are|guys are|people are) (_ )?(useless|liars|thieves|scammers|crooks|idiots|incompetent|a joke|pathetic)
    (what a|its a|its|youre|you are|is|such a|total|a) (scam|rip off|ripoff|fraud|scammers)
    (im|i am|am) (so |really |very |extremely |absolutely |getting |now |beyond )?(angry|furious|pissed( off)?|livid|fed up|outraged|disgusted)
    waste of (my )?time
    are you (kidding|fucking kidding|joking|stupid)( me)?
    (stupid|useless|dumb|fucking|damn) (bot|robot|machine|thing|chatbot|company|shop|service|ai)
    fuck*
    wtf
    bullshit
    piece of (shit|crap|garbage|junk)
    (never|wont be) (_ )?(order|buy|shop)* (_ )?(again|anymore) you
    i want to complain
    had enough of (you|this|your)
    sick (and tired )?of (this|you|your|waiting)`,
  de: `(das ist|ist ja) (_ )?(frechheit|unverschamt*|unmoglich|lacherlich|skandal|witz|zumutung|inakzeptabel)
    (unverschamt*|frechheit|unfassbar|verarscht|verarsch*|abzocke|betruger|abzocker|saftladen|drecksladen|scheiss*|scheisse|arschl*|idiot*)
    (ich bin|bin) (_ )?(wutend|sauer|stinksauer|veraergert|verargert|emport|stocksauer)
    (schlechteste*|miserabel*|miese*|grottenschlecht*) (_ )?(service|kundenservice|laden|shop|firma)
    nie wieder
    (wollt ihr|wollen sie) mich (verarschen|veralbern|auf den arm nehmen)
    es reicht( mir)?( jetzt)?
    (dummer|bloder|nutzloser) (bot|roboter|chatbot)
    mir platzt der kragen`,
  es: `(esto es|es|son) (un|una|unos|unas) (verguenza|estafa|robo|broma|tomadura de pelo|estafadores|ladrones|sinverguenzas|inutiles|mierda|asco)
    (estoy|estamos) (_ )?(furioso|furiosa|enfadad*|enojad*|hart*|indignad*|cabread*|molest*)
    (inaceptable|indignante|intolerable)
    (pesimo|pesima|horrible|peor|terrible|nefasto) (_ )?(servicio|atencion|tienda|empresa)
    (mierda|puta|joder|estafadores|ladrones|gilipollas|idiotas)
    (nunca mas|jamas) (_ )?(compr*|pedir*|vuelvo)
    (bot|robot|maquina) (estupid*|inutil)
    me estan tomando el pelo`,
  fr: `(cest|est) (_ )?(scandaleux|inadmissible|inacceptable|honteux|une honte|du vol|une arnaque|lamentable|nimporte quoi|du foutage de gueule|une blague)
    (je suis|on est) (_ )?(furieux|furieuse|en colere|enerve*|excede*|degoute*|revolte*|tres mecontent*)
    (arnaqueurs|voleurs|escrocs|arnaque|bande de|merde|putain|connards|idiots|foutez de)
    (pire|horrible|pitoyable|minable) (_ )?(service|entreprise|boutique|site)
    (plus jamais|jamais plus)
    (robot|bot|machine) (stupide|inutile|debile|nul)
    jen ai (marre|assez|ras le bol)
    ras le bol
    vous vous (foutez|moquez) de (moi|nous)`,
  it: `(e|questo e|siete|e davvero) (uno|una|un|dei|davvero)? ?(vergogna|scandalo|truffa|schifo|presa in giro|inaccettabile|vergognoso|ladri|truffatori|incompetenti|ridicolo|indecente)
    (sono|siamo) (_ )?(furios*|arrabbiat*|incazzat*|stuf*|indignat*|infuriat*)
    (vergognatevi|truffatori|ladri|cazzo|merda|stronzi|idioti|schifo)
    (pessimo|peggior|peggiore|orribile|terribile) (_ )?(servizio|negozio|azienda|assistenza)
    mai piu
    (bot|robot) (stupido|inutile)
    (mi state|mi stai) prendendo in giro
    ne ho abbastanza`,
  nl: `(dit is|wat een|het is) (_ )?(schandalig|belachelijk|onacceptabel|schande|oplichting|oplichters|grap|zooitje|om te huilen|waardeloos|te gek voor woorden|puinhoop)
    (ik ben|ben) (_ )?(woedend|boos|kwaad|woest|pissig|razend|zat)
    (oplichters|dieven|klootzakken|kut*|godverdomme|verdomme|shit|waardeloze|idioten)
    (slechtste|waardeloze|vreselijke|beroerde) (_ )?(service|winkel|bedrijf|klantenservice)
    nooit meer
    (stomme|domme|nutteloze) (bot|robot|chatbot)
    ik ben het zat`,
  pt: `(isso e|isto e|e|sao|voces sao) (um|uma|uns|umas)? ?(absurdo|vergonha|golpe|palhacada|piada|inaceitavel|roubo|ladroes|golpistas|incompetentes|falta de respeito|descaso|ridiculo|enganacao)
    (estou|to|fiquei) (_ )?(furios*|irritad*|com raiva|pute|puto|puta|revoltad*|indignad*|de saco cheio|chatead* demais|cansad* de)
    (golpistas|ladroes|merda|porra|caralho|vergonha|idiotas|inadmissivel)
    (pessimo|pior|horrivel|pessima) (_ )?(servico|atendimento|loja|empresa)
    nunca mais
    (robo|bot) (burro|inutil|idiota)`,
  ar: `(هذا|انتم|انه|هذه) (_ )?(احتيال|نصب|نصابين|نصابون|سرقه|مهزله|غير مقبول|عيب|فضيحه|لصوص|حراميه|محتالون|كذابين|كذب)
    (انا|اني) (_ )?(غاضب|غاضبه|زعلان|منزعج جدا|مستاء|مستاءه|معصب)
    (اسوا|اسوء) (_ )?(خدمه|متجر|شركه|تجربه|محل)
    نصابين
    حراميه
    لصوص
    غير مقبول( ابدا| اطلاقا| تماما)?
    خدمه (سييه|زفت|زباله)
    (روبوت|بوت) غبي
    طفح الكيل`,
  ja: `ふざけ(るな|んな|ないで|てる)
    最悪(?!の場合)
    いい加減にし
    詐欺
    (怒って|怒り|激怒)
    許せ(ない|ません)
    ひどすぎ|酷すぎ|ひどい(対応|店|会社|サービス)|酷い(対応|店|会社|サービス)
    バカにし|馬鹿にし|馬鹿野郎|クソ|くそ
    頭に(き|来)
    役立たず
    二度と(買|利用|注文)
    うんざり|腹が立`,
})

const SENSITIVE = patterns({
  en: `(kill|hurt|harm|hang|end) (myself|my life|it all)
    suicid*
    (want|going|wish) to die
    (dont want|do not want) to live
    self harm
    (ill|i will|im going to|gonna|i am going to) (kill|hurt|find|shoot|stab|beat|destroy|burn down) (you|your|u|everyone|somebody)
    (kill|hurt|harm|shoot|stab|strangle|beat up) (you|u|yall|all of you)
    (come|coming|drive|driving|show up|turn up|visit) (_ )?(_ )?(kill|hurt|harm|shoot|stab|beat|burn|smash|destroy) (_ )?(you|your|everyone|everybody|somebody|someone|place|shop|store|office)
    (bomb|shoot up|burn down) (_ )?(store|shop|warehouse|office|place|you)
    (my )?(lawyer*|attorney*|solicitor*)
    (legal|court) (action|steps|proceedings|case|claim)
    (take|see|taking|bring) (_ )?(to|in) court
    (ill|i will|im going to|going to|gonna) sue
    sue (you|your)
    (small claims|lawsuit|trading standards|consumer protection|ombudsman|better business bureau)
    (report|complain|complaint|file|filing|go|going) (_ )?(to|with) the b
    (call|calling|go to|report (_ )?to|contact|informed?) the (police|authorities)
    (chargeback|charge back|dispute (_ )?(charge|payment))
    (allergic|anaphylactic) (reaction|shock)
    (was|got|been|is|my (child|kid|son|daughter|baby|dog) (was|got|is)) (_ )?(injured|burned by|hospitali*|poisoned|electrocuted)
    (caught|on) fire
    (hacked|identity theft|stolen (card|identity)|unauthori(z|s)ed (charge|payment|transaction|order)|(used|using) my card)
    (sexual|racis*|racial) (_ )?(harass*|abuse|remark*|discriminat*)
    (delete|erase|remove) (_ )?my (_ )?(personal )?data
    gdpr`,
  de: `(selbstmord|suizid*|umbringen|mich umzubringen)
    (will|mochte) (_ )?(nicht mehr leben|sterben)
    (ich bring*|ich werde) (_ )?(um|umbringen|toten|verprugeln)
    (komme|kommen|fahre) (_ )?(_ )?(_ )?(umbringen|verprugeln|fertig|schlage|schlag*|erschiesse*|verletze*|zunde*|bring* euch|bring* dich)
    (verletze|schlage|erschiesse|ersteche|verprugle|tote) (euch|dich|sie alle|jeden)
    (anwalt*|rechtsanwalt*|anwaltin|klage|verklag*|gericht|gerichtlich*|anzeige|strafanzeige|rechtliche schritte|verbraucherschutz|verbraucherzentrale|polizei|bombe)
    (allergische|allergischer) (reaktion|schock)
    (verletzt|krankenhaus|vergiftet|verbrannt|in brand|feuer gefangen)
    (gehackt|identitatsdiebstahl|unbefugt*|unberechtigte* abbuchung|karte missbraucht)
    (dsgvo|(daten|meine daten) (_ )?loschen)`,
  es: `(suicid*|matarme|quitarme la vida)
    (quiero|ganas de) (morir*|morirme)
    (te|os|los|les) (voy|vamos) a (matar|pegar|buscar|quemar)
    (voy|vamos|ir*) (a|para) (_ )?(_ )?(matar*|pegar*|herir*|golpear*|quemar*|danar*) (_ )?(te|os|los|les|todos|tienda|oficina)
    (matarte|mataros|matarlos|pegarte|pegarles|hacerte dano|haceros dano|hacerles dano|golpearte|golpearlos|golpearles|quemaros)
    (abogad*|demanda|demandar*|denuncia|denunciar*|juicio|tribunal*|juzgado|acciones legales|policia|bomba|consumo oficina|hoja de reclamaciones)
    reaccion alergica
    (herid*|hospital|quemadura*|intoxicad*|se incendio|prendio fuego)
    (hackead*|cargo no autorizado|robo de identidad|me robaron la tarjeta)
    (borrar|eliminar) mis datos
    rgpd`,
  fr: `(suicid*|me tuer|mettre fin a mes jours)
    (envie de|veux) mourir
    (je vais|on va) (vous|te) (tuer|frapper|retrouver|buter)
    (viens|venir|vais venir|passe|debarque*) (_ )?(_ )?(_ )?(vous|te|tous) (tuer|frapper|tabasser|buter|faire (du )?mal|casser la (figure|gueule))
    (vous|te) (tuer|buter|tabasser|poignarder|faire du mal|casser la (figure|gueule))
    (avocat*|porter plainte|plainte|tribunal|justice|poursuites|mise en demeure|police|bombe|repression des fraudes|dgccrf|action en justice)
    reaction allergique
    (blesse|blessee|hopital|brule par|intoxique*|pris feu)
    (pirate|piratee|usurpation|debit non autorise|prelevement non autorise)
    (supprimer|effacer) mes donnees
    rgpd`,
  it: `(suicid*|uccidermi|ammazzarmi|togliermi la vita)
    (voglio|vorrei) morire
    (vi|ti) (ammazzo|uccido|vengo a cercare|spacco)
    (vengo|verro|passo) (_ )?(_ )?(_ )?(ammazz*|uccid*|picchi*|spacc*|pest*|bruci*|fa* (del )?male)
    (ammazzarvi|ammazzarti|uccidervi|ucciderti|picchiarvi|picchiarti|farvi (del )?male|farti (del )?male|spaccarvi|spaccarti)
    (avvocat*|denuncia|denuncio|denunciare|denuncero|tribunale|causa legale|vie legali|azioni legali|polizia|carabinieri|bomba|giudice di pace|associazione consumatori)
    (reazione|shock) (allergica|anafilattico)
    (ferit*|ospedale|ustion*|intossicat*|preso fuoco)
    (hackerat*|furto di identita|addebito non autorizzato|carta clonata)
    cancellare i miei dati
    gdpr`,
  nl: `(zelfmoord|suicid*|mezelf (van kant|iets aan|doden))
    (wil|wou) (niet meer leven|dood)
    (ik ga|ik zal) (je|jullie|u) (vermoorden|doden|pakken|opzoeken|slaan)
    (kom|komen|rij) (_ )?(_ )?(_ )?(vermoord*|dood*|sla|slaan|pijn|steek|neerschiet*|in elkaar)
    (je|jullie|u) (_ )?(vermoorden|neersteken|neerschieten|in elkaar slaan|pijn doen|iets aandoen)
    (advocaat*|aanklagen|aangifte|rechter|rechtbank|rechtszaak|juridische stappen|politie|bom|consumentenbond|geschillencommissie|incasso)
    allergische (reactie|shock)
    (gewond|ziekenhuis|vergiftigd|verbrand|in brand)
    (gehackt|identiteitsfraude|onbevoegde afschrijving)
    (avg|mijn gegevens (verwijderen|wissen))`,
  pt: `(suicid*|me matar|tirar minha vida)
    (quero|vontade de) morrer
    vou (te|matar|acabar com) (matar|voces|voce|vcs|bater)
    (vou|vamos|irei) (_ )?(_ )?(_ )?(matar|bater|machucar|ferir|esfaquear|quebrar|queimar|espancar) (_ )?(voce|voces|vcs|vc|todos|todo mundo|loja|escritorio)
    (matar|machucar|espancar|esfaquear) (voce|voces|vcs|vc|todos)
    (advogad*|processar|processo judicial|processo contra|justica|procon|reclame aqui|tribunal|juizado|policia|bomba|medidas legais|boletim de ocorrencia)
    reacao alergica
    (ferid*|machucad*|hospital|queimadura*|intoxicad*|pegou fogo)
    (hackead*|clonad*|roubo de identidade|cobranca nao autorizada|compra nao autorizada)
    (apagar|excluir|deletar) meus dados
    lgpd`,
  ar: `(انتحار|انتحر|اقتل نفسي|اموت|انهي حياتي)
    (ساقتل*|اقتلكم|سوف اقتل*|ساحرق*)
    (ساتي|ساجي|ساحضر|راح اجي|رح اجي) (_ )?(_ )?(_ )?(اقتل*|واقتل*|اضرب*|واضرب*|اوذي*|واوذي*|احرق*|واحرق*)
    (ساضربكم|ساضربك|ساوذيكم|ساوذيك|اقتلك|اضربكم|اوذيكم)
    (محامي|محام|المحامي|محاميي|محكمه|المحكمه|قضيه|دعوي|شكوي رسميه|الشرطه|شرطه|حمايه المستهلك|قانونيه|قنبله|مقاضا*|ساقاضيكم)
    (رد فعل تحسسي|حساسيه شديده|المستشفي|مستشفي|تسمم|اصيب|اشتعل)
    (اختراق|سرقت بطاقتي|خصم غير مصرح|سرقه الهويه)
    (حذف|امسح) بياناتي`,
  ja: `自殺|死にたい|死のうと|自傷|リストカット
    殺す|殺して|ぶっ殺|(殴り|殴って|刺し|刺して|襲い|襲って|傷つけ|痛い目)(に行|やる|てや|に遭わ|にあわ)|火をつけ(る|て|に)|殺害|爆破|爆弾|放火
    弁護士|訴え(る|ます|て)|訴訟|裁判|法的(措置|手段)|警察|消費者(センター|庁)|消費生活センター|被害届
    アレルギー(反応|症状)が|アナフィラキシー
    (怪我|けが|ケガ|火傷|やけど)(を|し)|病院|発火|火が出|食中毒
    不正(利用|請求|アクセス)|乗っ取られ|ハッキング
    個人情報を?(削除|消)`,
})

/** Whether the customer is furious: insults, curses, and the phrases of people who have had enough. */
export function isAngry(text: string, language: Language): boolean {
  return says(normalizeText(text), ANGRY, language)
}

/** Whether a message is about what no machine answers: harm, threats, law, stolen cards and identities, card numbers. */
export function isSensitive(text: string, language: Language): boolean {
  return says(normalizeText(text), SENSITIVE, language) || hasCardNumber(text)
}
