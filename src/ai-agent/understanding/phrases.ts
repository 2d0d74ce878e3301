import { patterns } from './patterns.ts'

/** What a message may ask for, as phrases of plain text. */

export const GREETING = patterns({
  en: `(hallo|hi|hello|hey|heya|hiya|howdy|yo|sup|ssup|whats up|good (morning|afternoon|evening|day)|greetings|anybody there|anyone there|is (anyone|anybody|someone) (there|here)|how are you( doing)?)`,
  de: `(hallo|hi|hey|moin|servus|gruss gott|gruezi|guten (tag|morgen|abend)|tach|na|ist (da )?jemand da|wie gehts)`,
  es: `(hola|buenas|buenos dias|buenas (tardes|noches)|que tal|hay alguien|como estas|saludos)`,
  fr: `(bonjour|bonsoir|salut|coucou|bjr|hello|allo|il y a quelquun|ca va|comment allez vous)`,
  it: `(ciao|buongiorno|buonasera|salve|buondi|ehi|ce qualcuno|come va|come stai)`,
  nl: `(hallo|hoi|hey|hi|goede(morgen|middag|navond)|goeden(dag|avond)|dag|is (er )?iemand( daar)?|hoe gaat het)`,
  pt: `(ola|oi|oie|bom dia|boa (tarde|noite)|opa|e ai|alguem ai|tem alguem ai|tudo bem|tudo bom)`,
  ar: `(مرحبا|مرحبتين|اهلا( وسهلا)?|هلا|السلام عليكم|سلام|صباح الخير|مساء الخير|هاي|marhaba|salam|ahlan|كيف حالك|هل من احد)`,
  ja: `こんにちは|こんにちわ|こんばんは|おはよう(ございます)?|はじめまして|もしもし|やあ|すみません|どうも|誰かいますか|konnichiwa`,
})

export const THANKS = patterns({
  en: `(thanks( a lot| so much| very much| again)?|thank (you|u)( so much| very much| a lot)?|thx|ty|tysm|cheers|much appreciated|great thanks|perfect|awesome|great|super|cool|nice|that (helped|helps)( a lot| me)?|very helpful|you (are|re) (great|awesome|the best)|appreciate it|got it|all good|wonderful)`,
  de: `(danke( schon| sehr| dir| ihnen| euch)?|vielen( herzlichen)? dank|besten dank|herzlichen dank|merci|super|perfekt|prima|toll|klasse|alles klar|hat geholfen|das hilft( mir)?( sehr)?|danke fur (die|ihre|eure|deine) hilfe)`,
  es: `((muchas |mil |muchisimas )?gracias( por (su |tu |la )?ayuda)?|perfecto|genial|estupendo|vale|te lo agradezco|muy amable|de acuerdo|me ayudo mucho)`,
  fr: `(merci( beaucoup| bien| infiniment)?( pour votre aide)?|parfait|super|genial|tres bien|daccord|cest gentil|mille mercis|ca maide|nickel)`,
  it: `((molte |mille |tante )?grazie( mille| tante| molte)?( per laiuto)?|perfetto|ottimo|benissimo|va bene|gentilissimi?|fantastico)`,
  nl: `((heel erg |hartelijk )?(bedankt|dank je( wel)?|dank u( wel)?|dankjewel|dankuwel|thanks)( voor (je|uw|de) hulp)?|top|super|perfect|prima|geweldig|fijn|helemaal goed|heel fijn)`,
  pt: `((muito |mt )?obrigad(o|a)( pela ajuda)?|obg|brigad(o|a)|valeu|perfeito|otimo|excelente|beleza|show|agradeco|ajudou muito)`,
  ar: `(شكرا( جزيلا| لك| لكم| كثيرا)?|مشكور(ين|ه)?|يسلمو|يعطيك العافيه|ممتاز|تمام|رايع|جزاك الله خيرا|shukran|الف شكر)`,
  ja: `ありがとう(ございます|ございました)?|助かりました|感謝(します|です)?|了解(です|しました)?|わかりました|分かりました|どうも|サンキュー|arigat(o|ou)`,
})

export const GOODBYE = patterns({
  en: `(bye( bye)?|goodbye|see (you|ya)( later| soon)?|good night|have a (nice|good|great) (day|evening|weekend|one)|thats all|take care|cya|thats it|nothing else|no thanks|no thank you)`,
  de: `(tschuss|tschussi|auf wiedersehen|bis (bald|dann|spater)|schonen (tag|abend)( noch)?|schones wochenende|ciao|gute nacht|das wars|nein danke)`,
  es: `(adios|hasta (luego|pronto|manana)|chao|chau|nos vemos|buen dia|que tengas? (un )?buen dia|eso es todo|no gracias)`,
  fr: `(au revoir|a bientot|bonne (journee|soiree|nuit|fin de journee)|salut|ciao|cest tout|non merci|a plus)`,
  it: `(arrivederci|a presto|ciao|buona (giornata|serata|notte)|ci vediamo|e tutto|no grazie|alla prossima)`,
  nl: `(doei|dag|tot ziens|tot (later|snel)|fijne (dag|avond)( nog)?|fijn weekend|dat was het|nee bedankt|groetjes)`,
  pt: `(tchau|ate (logo|mais|breve|amanha)|adeus|boa noite|tenha um bom dia|bom final de semana|so isso|e so isso|nao obrigad(o|a)|falou)`,
  ar: `(مع السلامه|وداعا|الي اللقاء|باي|تصبح علي خير|في امان الله|لا شكرا|هذا كل شيء|يوم سعيد)`,
  ja: `さようなら|さよなら|失礼します|失礼いたします|おやすみ(なさい)?|またね|バイバイ|以上です|大丈夫です|結構です`,
})

/** Whether a machine or a person answers. */
export const WHO = patterns({
  en: `(are you|is this|am i (talking|speaking|chatting) (to|with)|r u) (a |an )?(real |actual )?(human|person|bot|robot|ai|machine|chatbot|someone real|real)( or (a |an )?(real )?(bot|robot|machine|human|person|ai))?
    who (are you|am i talking to)
    what are you`,
  de: `(bist du|sind sie|ist das|spreche ich mit|rede ich mit) (hier )?(ein|eine|einem|einer)? ?(echter |echte |echten |richtiger )?(mensch|menschen|bot|roboter|ki|maschine|computer|person)( oder (ein|eine|einem)? ?(mensch|bot|roboter|maschine|ki))?
    wer (bist du|sind sie)`,
  es: `(eres|es usted|es esto|estoy hablando con|hablo con) (un |una )?(humano|persona|robot|bot|maquina|ia)( real| de verdad)?( o (un |una )?(robot|bot|persona|maquina|humano))?
    quien eres`,
  fr: `(etes vous|es tu|tu es|vous etes|cest|je parle a|est ce que (vous etes|tu es|je parle a)) (un |une )?(vrai |vraie )?(humain|personne|robot|bot|machine|ia)( ou (un |une )?(robot|bot|machine|humain|personne))?
    qui (etes vous|es tu)`,
  it: `(sei|e|parlo con|sto parlando con) (un |una )?(vero |vera )?(umano|persona|robot|bot|macchina|ia|operatore)( reale)?( o (un |una )?(robot|bot|macchina|umano|persona))?
    chi sei`,
  nl: `(ben je|bent u|is dit|praat ik met|spreek ik met) (een )?(echt |echte )?(mens|persoon|robot|bot|machine|computer)( of (een )?(robot|bot|mens|machine))?
    wie (ben je|bent u)`,
  pt: `(voce e|vc e|tu es|e|estou falando com|falo com) (um |uma )?(humano|pessoa|robo|bot|maquina|ia)( real| de verdade)?( ou (um |uma )?(robo|bot|maquina|humano|pessoa))?
    quem e voce`,
  ar: `(هل )?(انت|اتحدث مع|اتكلم مع) (انسان|شخص|روبوت|بوت|اله|بشر|برنامج)( حقيقي)?( ام (روبوت|انسان|بوت|اله))?
    من انت`,
  ja: `(あなたは|これは)?(人間|人|ロボット|ボット|AI|ai)(です|なの|なんです)(か|の)|(人間|人)(です)?か?(それとも)?(ai|ボット|ロボット)|あなたは誰`,
})

/** Questions about where the customer's own order is. */
export const ORDER = patterns({
  en: `where(s| is| are|)? (_ )?(my|our|the) (_ )?(order*|package|parcel|stuff|delivery|shipment|things|items?|purchase|jacket|shoes|boots|tent)
    (where(s| is)|has|did) order
    (status|update|news|progress|info|eta) (_ )?(of|on|for|about|regarding) (_ )?(order*|package|parcel|delivery|shipment)
    (order|delivery|shipping|parcel|package|shipment) (status|update|number|tracking)
    (track|trace|check|locate|find|follow) (_ )?(order|parcel|package|delivery|shipment)
    (my|the|our) (_ )?(order|package|parcel|delivery|shipment) (_ )?(hasnt|has not|havent|didnt|did not|not|never|isnt|still|late|delayed|lost|missing|arrive*|come|coming|shipped|stuck|supposed)
    (havent|have not|didnt|did not|never|not|still waiting) (_ )?(received|receive|recieved|gotten|got|arrived|get|for) (_ )?(order|package|parcel|delivery|stuff|shipment|it|anything)
    when (will|does|is|do|can) (_ )?(my|our) (_ )?(order*|package|parcel|delivery|shipment|stuff|it|things|tent|jacket|shoes) (_ )?(arrive|come|get|be|ship*|deliver*|arriving|coming)
    has (my|our) (_ )?(order|package|parcel|delivery|shipment)
    when will i (get|receive) my (_ )?(order|package|parcel|delivery|stuff)
    tracking (number|link|code|id|info*)
    (is|was) (my|the) (_ )?(order|package|parcel) (_ )?(shipped|sent|dispatched|delivered|on its way|confirmed)`,
  de: `wo (ist|bleibt|sind|steckt|bleiben|befindet sich) (_ )?(bestellung|paket|lieferung|sendung|ware|packchen|sachen|zelt|jacke)
    (status|stand|bestellstatus|sendungsstatus|lieferstatus) (_ )?(bestellung|lieferung|paket*|sendung)
    (bestellstatus|sendungsstatus|lieferstatus|sendungsnummer|sendungsverfolgung|trackingnummer|tracking)
    (meine|mein|unsere|die|das) (_ )?(bestellung|paket|lieferung|sendung|ware) (_ )?(nicht|noch|nie|angekommen|verschickt|versendet|unterwegs|da|verloren|verspatet|verschwunden)
    wann (kommt|kommen|wird|erhalte ich|bekomme ich|ist) (_ )?(meine|mein|unsere|unser) (_ )?(bestellung|paket|lieferung|sendung|ware|sachen)
    (meine|meiner|meines|mein|unsere) (_ )?(bestellung|paket*|lieferung|sendung) (_ )?(verfolgen|tracken|nachverfolgen|prufen|nachsehen|schon)
    (noch nichts|nichts|immer noch nicht|noch nicht) (_ )?(erhalten|bekommen|angekommen|da)
    (ist|wurde) (_ )?(bestellung|paket|sendung) (_ )?(verschickt|versendet|unterwegs|angekommen|raus|losgeschickt)`,
  es: `donde (esta|estan|anda) (_ )?(pedido|paquete|envio|compra|orden|cosas)
    (estado|seguimiento|situacion|estatus|status) (_ )?(pedido|paquete|envio|orden|compra)
    (mi|el|nuestro) (_ )?(pedido|paquete|envio|orden) (_ )?(no|aun|todavia|nunca|llega*|llegado|perdido|retrasad*|enviado|tarda*|camino)
    cuando (_ )?(llega*|recib*|entreg*|envi*) (_ )?mi (_ )?(pedido|paquete|envio|compra|orden)
    (no|aun no|todavia no) (_ )?(he recibido|recibi|ha llegado|llego|me llega) (_ )?(pedido|paquete|nada|compra|envio)?
    (rastrear|seguir|localizar|consultar) (_ )?mi (_ )?(pedido|paquete|envio|orden)
    (numero|codigo|enlace) de (seguimiento|rastreo)
    ya (_ )?(enviado|salio|enviaron) mi (pedido|paquete)`,
  fr: `(ou|oui) (est|en est|se trouve|sont|reste) (_ )?(commande*|colis|livraison|paquet|achat*)
    (statut|suivi|etat|suivre|avancement) (_ )?(commande|colis|livraison|paquet|envoi)
    (ma|mon|notre|la|le) (_ )?(commande|colis|livraison|paquet) (_ )?(pas|nest|toujours|jamais|arrive*|perdu*|retard|expedie*|parti*|bloque*|route)
    quand (_ )?(vais je recevoir|arrive*|recevrai*|sera|je recois|est ce que) (_ )?(ma|mon) (_ )?(commande|colis|livraison|paquet)
    (je nai|nai|jai|on na) (_ )?(toujours )?(rien|pas) (_ )?recu*( (_ )?(commande|colis|paquet|livraison))?
    numero de suivi
    (ma|mon) (_ )?(commande|colis) (est elle|est il|a t elle|a t il|elle|il)`,
  it: `(dove|dov) ?(e|sono|si trova|sta) (_ )?(ordine|pacco|spedizione|consegna|acquisto|roba)
    (dove|dov) (_ )?(mio|il mio|mia) (ordine|pacco)
    (stato|tracciamento|tracking|aggiornamento|aggiornamenti|notizie) (_ )?(ordine|dellordine|pacco|spedizione|consegna)
    (mio|il|lordine|nostro) ?(_ )?(ordine|pacco|spedizione) (_ )?(non|ancora|mai|arriva*|perso|ritardo|spedito|partito|bloccato)
    quando (_ )?(arriva*|ricevo|ricevero|consegn*|sped*) (_ )?(mio|mia) (_ )?(ordine|pacco|spedizione|consegna|acquisto)
    (non|ancora) (_ )?(ho ricevuto|e arrivato|ricevuto|arrivato|ho ancora ricevuto) ?(_ )?(ordine|pacco|niente|nulla|lordine)?
    (tracciare|seguire|rintracciare|controllare) (_ )?(mio )?(ordine|pacco|spedizione|lordine)
    (numero|codice|link) di (tracking|tracciamento|tracciabilita|spedizione)`,
  nl: `waar (is|blijft|zijn|blijven|zit) (_ )?(bestelling|pakket|pakketje|pakje|levering|order|zending|spullen)
    (status|stand|update|nieuws) (_ )?(bestelling|pakket*|levering|order|zending)
    (mijn|onze|de|het) (_ )?(bestelling|pakket*|pakje|levering|order|zending) (_ )?(niet|nog|nooit|aangekomen|verzonden|kwijt|vertraagd|onderweg|er|binnen)
    wanneer (_ )?(komt|krijg|ontvang|wordt|arriveert|is) (_ )?(mijn|onze) (_ )?(bestelling|pakket*|pakje|levering|order|zending)
    (nog niets|niets|nog steeds niet|nog niet|nog steeds niks|niks) (_ )?(ontvangen|gekregen|binnen|aangekomen)
    (mijn) (_ )?(bestelling|pakket*|order|zending) (_ )?(volgen|traceren|checken)
    (volg|volgen|traceer) (_ )?(bestelling|pakket*|order)
    (track en trace|trackingnummer|volgnummer|trackingcode)
    is (mijn|de) (_ )?(bestelling|pakket*|order) (_ )?(verzonden|verstuurd|onderweg)`,
  pt: `(onde|cade|kd|aonde) (esta|estao|anda|ta|fica|se encontra|que ta)? ?(_ )?(pedido|encomenda|pacote|entrega|compra)
    (status|rastreamento|rastreio|situacao|andamento|estado) (_ )?(pedido|encomenda|pacote|entrega|compra)
    (meu|minha|o|a) (_ )?(pedido|encomenda|pacote|entrega|compra) (_ )?(nao|ainda|nunca|chega*|chegou|perdid*|atrasad*|enviad*|saiu|atraso)
    quando (_ )?(chega*|recebo|receberei|vou receber|vai chegar|sera entregue) (_ )?(meu|minha) (_ )?(pedido|encomenda|pacote|compra|entrega)
    (nao|ainda nao) (_ )?(recebi|chegou|recebemos) ?(_ )?(pedido|encomenda|pacote|nada|produto)?
    (rastrear|acompanhar|localizar|consultar|seguir) (_ )?(meu|minha) (_ )?(pedido|encomenda|pacote|compra|entrega)
    (codigo|numero|link) de (rastreio|rastreamento|seguimento)`,
  ar: `(اين|وين|فين) (_ )?(طلبي|طلبيتي|الطلب|شحنتي|طردي|طلبيه|الشحنه|طلب|الطرد|الطلبيه)
    (حاله|تتبع|متابعه|وضع|اتتبع|رقم تتبع) (_ )?(طلبي|الطلب|الشحنه|طلبيتي|شحنتي|الطرد|طلب|الطلبيه)
    (متي) (_ )?(يصل|ستصل|سيصل|تصل|يوصل|توصل|استلم) (_ )?(طلبي|طلبيتي|شحنتي|طردي)
    (لم|ما|لسه ما|لحد الان ما) (_ )?(يصل*|تصل*|استلم|وصل|وصلت|وصلني) (_ )?(طلبي|طلبيتي|شحنتي|طردي|شيء|الطلب|الطلبيه|شي)
    (طلبي|طلبيتي|شحنتي) (_ )?(لم|ما|متاخر*|تاخر*|ضاع*|وصل*)
    رقم التتبع
    (wein|wayn|fein|wen|ayna) talabi`,
  ja: `(注文|荷物|配送|発送|お届け|小包|注文品)(し(た|ました))?(の|もの|商品|品)?(は|が|の)?(どこ|状況|ステータス|いつ(届|着|来|発送)|まだ|届(か|いて)(ない|いません|な|ません)|遅れ|追跡|到着)
    まだ(届|着|来|荷物|商品|注文)
    (配送|配達|発送|注文)(状況|ステータス)
    追跡番号|問い合わせ番号|伝票番号
    (注文|荷物).{0,12}(確認|追跡|調べ|教えて).{0,6}(たい|ください|もらえ|ほしい)
    届(きません|いていません|いてない|かない)|doko.{0,8}chumon|chumon.{0,14}doko`,
})

/** What came is not whole: who says so of a parcel does not ask where it is. */
export const DAMAGED = patterns({
  en: `(damaged|broken|smashed|torn|ripped|cracked|shattered|crushed|defective|faulty|in pieces)`,
  de: `(beschadigt*|kaputt*|defekt*|zerbrochen*|zerrissen*|zerdruckt*)`,
  es: `(danad(o|a|os|as)|rot(o|a|os|as)|defectuos*|estropead*)`,
  fr: `(abime*|casse|cassee|casses|cassees|endommage*|defectueu*|dechire*|brise*)`,
  it: `(rott(o|a|i|e)|danneggiat*|difettos*|strappat*)`,
  nl: `(kapot*|beschadigd*|stuk|defect*|gescheurd*|gebroken)`,
  pt: `(quebrad*|danificad*|defeituos*|rasgad*|avariad*)`,
  ar: `(مكسور*|تالف*|معطوب*|ممزق*)`,
  ja: `壊れ|破損|不良|破れ|割れ`,
})

export const RETURN = patterns({
  en: `(return|returning|send (_ )?back|sending (_ )?back|returns|give (_ )?back) (_ )?(it|this|these|them|the|my|an?|item*|order*|shoes|jacket|something)
    (send|sending|give|bring) (_ )?back
    i want to return`,
  de: `(zuruckschicken|zurucksenden|zuruckgeben|retournieren|rucksenden|umtauschen|ruckgabe|retoure|rucksendung)`,
  es: `(devolver*|devolucion|devuelvo|regresar el)`,
  fr: `(retourner|renvoyer|retour|rendre)`,
  it: `(restituire|rendere|reso|restituzione|rimandare indietro)`,
  nl: `(retourneren|terugsturen|retour|terugbrengen|retourzending)`,
  pt: `(devolver|devolucao|devolver*)`,
  ar: `(ارجاع|ارجع|اعاده|استرجاع|ارجاعه|ارجاعها)`,
  ja: `返品|返送|送り返`,
})

export const REFUND = patterns({
  en: `(refund*|money back|reimburse*|get my money)`,
  de: `(geld zuruck|ruckerstattung|erstattung|erstatten|ruckzahlung|mein geld)`,
  es: `(reembols*|dinero de vuelta|devuelvan el dinero|devolucion del dinero|mi dinero)`,
  fr: `(rembours*|mon argent)`,
  it: `(rimbors*|soldi indietro|miei soldi)`,
  nl: `(terugbetal*|geld terug|restitutie|mijn geld)`,
  pt: `(reembols*|dinheiro de volta|estorn*|meu dinheiro)`,
  ar: `(استرداد|استرجاع (اموالي|المبلغ|فلوسي|المال)|اموالي|فلوسي|رد المبلغ)`,
  ja: `返金|払い戻`,
})

export const CANCEL = patterns({
  en: `(cancel*)`,
  de: `(storn*|abbestellen|bestellung (_ )?(widerrufen|loschen))`,
  es: `(cancel*|anular*)`,
  fr: `(j|l|d|n)?annul*`,
  it: `(((l|d|dell|all|un)?annull*)|cancellare|disdire)`,
  nl: `(annule*)`,
  pt: `(cancel*)`,
  ar: `(الغاء|الغي|الغيه)`,
  ja: `キャンセル|取り消|取消`,
})

export const EDIT = patterns({
  en: `(change|edit|modify|update|correct|amend|add|fix) (_ )?(order|address|delivery address|shipping address|quantity)
    wrong (delivery |shipping )?address`,
  de: `(bestellung|adresse|lieferadresse|anschrift) (_ )?(andern|korrigieren|anpassen|bearbeiten|erganzen)
    falsche (liefer)?adresse`,
  es: `(cambiar|modificar|corregir|editar|actualizar) (_ )?(pedido|direccion|orden)`,
  fr: `(changer|modifier|corriger) (_ )?(commande|adresse)`,
  it: `(cambiare|modificare|correggere) (_ )?(ordine|indirizzo|lindirizzo|lordine)`,
  nl: `(bestelling|adres|bezorgadres|order) (_ )?(wijzigen|aanpassen|veranderen|corrigeren)
    (wijzig|verander|aanpassen) (_ )?(bestelling|adres|order)`,
  pt: `(mudar|alterar|trocar|modificar|corrigir) (_ )?(pedido|endereco|encomenda)`,
  ar: `(تغيير|تعديل|تصحيح|اغير|اعدل) (_ )?(الطلب|طلبي|العنوان|عنوان|طلبيتي)`,
  ja: `(注文|住所|届け先|お届け先|送り先).{0,8}(変更|修正|変え|直し)`,
})

/** A wish about one's own order, and not a question how such things work. */
export const MY_ORDER = patterns({
  en: `(my|this|the|our|these) ?(_ )?(order*|purchase|it|tent|jacket|shoes|boots|item*|bought|package|parcel)
    (i|id|we) (want|need|would like|like|wish) to`,
  de: `(meine|meiner|diese|unsere|die|mein|meinen|das|den) ?(_ )?(bestellung|lieferung|artikel|ware|paket|einkauf|jacke|zelt)
    (ich|wir) (mochte|will|muss|wurde gern*)`,
  es: `(mi|el|este|nuestro|mis) (_ )?(pedido|compra|orden|articulo|paquete)
    (quiero|quisiera|necesito|me gustaria)`,
  fr: `(ma|mon|cette|notre|la|mes) (_ )?(commande|achat|article|colis)
    (je (veux|voudrais|souhaite)|jaimerais)`,
  it: `(mio|il|questo|nostro|lordine) ?(_ )?(ordine|acquisto|articolo|pacco)?
    (vorrei|voglio|devo)`,
  nl: `(mijn|deze|onze|de) (_ )?(bestelling|order|aankoop|artikel|pakket)
    ik (wil|zou graag|moet)`,
  pt: `(meu|minha|este|o|esse) (_ )?(pedido|compra|produto|encomenda)
    (quero|queria|gostaria|preciso)`,
  ar: `(طلبي|طلبيتي|الطلب|مشترياتي|هذا المنتج)
    (اريد|ارغب|اود|ابغي|بدي|عايز)`,
  ja: `(注文|これ|この商品|商品|届いた).{0,14}(したい|してください|お願い|してほしい)|したい(です|のです|んです)`,
})

export const SIZE = patterns({
  en: `(size|sizes|sizing|size (guide|chart)|run small|runs small|run large|runs large|true to size|fit|fits|measurements|which size|too (big|small|large|tight))`,
  de: `(grosse|grossen|grossentabelle|masse|massetabelle|passt|fallt (_ )?(aus|klein|gross)|passform|massangaben|grossenberatung)`,
  es: `(talla|tallas|talle|guia de tallas|medidas|tamano)`,
  fr: `(taille|tailles|guide des tailles|mesures|pointure|taille petit|taille grand)`,
  it: `(taglia|taglie|guida alle taglie|misure|veste|vestibilita|misura|numero di scarpe)`,
  nl: `(maat|maten|maattabel|valt (_ )?(klein|groot)|pasvorm|afmetingen|maatadvies)`,
  pt: `(tamanho|tamanhos|tabela de medidas|medidas|numeracao|veste)`,
  ar: `(مقاس|مقاسات|المقاس|المقاسات|حجم|قياس|القياسات|جدول المقاسات|مقاسي)`,
  ja: `サイズ|寸法|大きさ|採寸`,
})

export const DISCOUNT = patterns({
  en: `(discount*|coupon*|promo*|voucher*|offers?|deals?|sale|sales|special offer*|code for|promo code|any codes?)`,
  de: `(rabatt*|gutschein*|aktionscode|aktionen|angebote|rabattcode|sonderangebot*|prozente)`,
  es: `(descuento*|cupon*|promocion*|ofertas?|rebajas?|codigo promocional)`,
  fr: `(reduction*|remise*|code promo|promo*|soldes|coupon*|bon de reduction|offres?)`,
  it: `(sconto|sconti|coupon|promozion*|offert*|saldi|codice sconto|buono)`,
  nl: `(korting*|kortingscode*|aanbieding*|actie|acties|coupon*|voucher*|waardebon*)`,
  pt: `(desconto*|cupom|cupons|promocao|promocoes|ofertas?|codigo promocional)`,
  ar: `(خصم|خصومات|تخفيض|تخفيضات|كوبون|كود خصم|عروض|عرض|كوبونات|الخصومات|العروض)`,
  ja: `割引|クーポン|セール|値引き|キャンペーン|プロモ`,
})

/** Looking for something to buy, or asking whether it is there. */
export const PRODUCT = patterns({
  en: `(do|does|can|could|are) (you|u|your shop|the shop|i|there|anyone|we) (_ )?(have|sell|carry|stock|offer|get|buy|any|find|show|recommend|suggest)
    (looking for|searching for|i need an?|i want an?|want to buy|wanna buy|interested in|show me|recommend|suggest|any (_ )?for|got any|find me|i am after|im after)
    (how much|price|cost) (_ )?(is|are|for|of|does|do)
    (what|which) (_ )?(do you (have|sell)|would you recommend|is best)
    (price|cost|details|info*|colou?rs?)
    tell me (more )?about`,
  de: `(habt ihr|haben sie|gibt es|fuhrt ihr|verkauft ihr|verkaufen sie|fuhren sie|bietet ihr|bieten sie)
    (suche|ich suche|brauche|ich hatte gern*|empfehl*|zeig* mir|interessiere mich|kaufen)
    (was|wie viel|wieviel) (_ )?kostet
    (was kostet|preis|preise|farben|welche farben|wie teuer)`,
  es: `(tienen|teneis|tienes|venden|vendeis|hay|disponen|ofrecen)
    (busco|estoy buscando|recomiend*|recomendar*|muestr*|ensen*|me interesa|comprar)
    (cuanto (cuesta*|vale*|es)|precio|que precio|colores)`,
  fr: `(avez vous|vendez vous|vous avez|vous vendez|proposez vous|est ce que vous (avez|vendez)|y a t il)
    (je cherche|cherche|recommand*|conseill*|montr*|interesse par|acheter)
    (combien coute*|prix|quel prix|combien|couleurs|coute)`,
  it: `(avete|vendete|ce|ci sono|offrite|hai)
    (cerco|sto cercando|consigli*|mostra*|mi interessa|comprare)
    (quanto cost*|prezzo|quanto viene|colori|costa)`,
  nl: `(hebben jullie|heeft u|verkopen jullie|heb je|hebt u|verkoopt u|is er|zijn er|hebben we)
    (ik zoek|zoek|op zoek|aanra*|aanbeve*|laat (_ )?zien|kopen|geinteresseerd)
    (wat kost*|hoeveel kost*|prijs|kleuren|hoe duur)`,
  pt: `(voces tem|vcs tem|tem|vendem|voces vendem|ha|voce tem|oferecem)
    (procuro|estou procurando|busco|recomend*|mostr*|tenho interesse|comprar|indica*)
    (quanto custa*|preco|qual o preco|quanto e|cores|valor)`,
  ar: `(هل )?(لديكم|عندكم|تبيعون|يوجد|هل يوجد|متوفر|تتوفر|يتوفر|فيه|عندك|لديك)
    (ابحث عن|ادور علي|اريد شراء|ابغي اشتري|تنصحون|اعرض|شراء|انصحوني)
    (كم سعر|كم ثمن|سعر|بكم|الوان|كم يكلف|السعر)`,
  ja: `(あります|ありません|ある|売って|取り扱|販売|扱って)(か|い)?
    (探して|ほしい|欲しい|おすすめ|お勧め|買いたい|購入したい|見せて)
    (いくら|値段|価格|何色|色は|カラー)`,
})

export const STOCK = patterns({
  en: `(in stock|out of stock|available|availability|sold out|restock*|back in|left)`,
  de: `(lieferbar|vorratig|auf lager|verfugbar|ausverkauft|wieder da|nachschub|lager)`,
  es: `(en stock|disponible*|agotad*|existencias|reponer*|hay stock)`,
  fr: `(en stock|disponible*|dispo|epuise*|rupture|reapprovisionn*)`,
  it: `(disponibil*|esaurit*|in stock|in magazzino|riassort*)`,
  nl: `(op voorraad|voorradig|leverbaar|beschikbaar|uitverkocht|voorraad)`,
  pt: `(em estoque|disponivel|disponiveis|esgotad*|estoque|repor|reposicao)`,
  ar: `(متوفر|متوفره|متاح|متاحه|نفد|نفذ|المخزون|مخزون)`,
  ja: `在庫|入荷|売り切れ|品切れ|再販`,
})

/** A cancellation, refund or return that is not wished. */
export const LEAVE_ORDER = patterns({
  en: `(not|never|dont|no longer|cant|cannot|wont|without|no) (want |like |need )?(to )?(an? |the |my )?(cancel*|refund*|return*|send (_ )?back)`,
  de: `(nicht|keine|kein|niemals|ohne|keinen fall|keinesfalls) (_ )?(storn*|erstatt*|ruckerstatt*|geld zuruck|zuruck(schick|send|geb)*|retour*)
    (storniere|erstatte|stornieren sie) (_ )?nicht`,
  es: `(no|nunca|sin) (_ )?(cancel*|anul*|reembols*|devol*)`,
  fr: `(ne|pas|jamais|sans) (_ )?(annul*|rembours*|retourn*|renvoy*)
    (n)?(annulez|annule|remboursez) (_ )?pas`,
  it: `(non|mai|senza) (_ )?(annull*|cancell*|disd*|rimbors*|restitu*|rend*)`,
  nl: `(niet|geen|nooit|zonder) (_ )?(annule*|terugbet*|retour*|terugst*)
    (annuleer|betaal) (_ )?niet`,
  pt: `(nao|nunca|sem) (_ )?(cancel*|reembols*|estorn*|devol*)`,
  ar: `(لا|لن|لم|ليس|بدون) (_ )?(الغاء|تلغي|تلغوا|الغي|استرداد|رد|ارجاع|ارجع)`,
  ja: `(キャンセル|取り消|取消|返金|返品)(し|さ)?(ない|ません|なく)`,
})

/** All of an order, and not some of its items. */
export const WHOLE_ORDER = patterns({
  en: `(everything|all of (it|them)|both|(my|the|this|whole|entire|complete) order)`,
  de: `(alles|beide*|(meine|die|diese|ganze|gesamte|komplette) (bestellung|lieferung))`,
  es: `(todo|ambos|ambas|(mi|el|este) pedido|pedido completo)`,
  fr: `(tout|les deux|(ma|la|cette) commande|commande entiere)`,
  it: `(tutto|entramb*|(mio|questo|lintero) ordine|lordine)`,
  nl: `(alles|beide|(mijn|de|deze|hele) bestelling)`,
  pt: `(tudo|ambos|(meu|este|o) pedido|pedido (inteiro|completo))`,
  ar: `(كل شيء|كل شي|طلبي|الطلب كله|كامل الطلب)`,
  ja: `すべて|全て|全部|注文全体`,
})

/** The beginning of a sentence that asks how cancellations and refunds go, and not to have one. */
export const ASKS_ABOUT = patterns({
  en: `(how|what|when|why|where|until when|by when|did|do i|does|will (i|my|it)|is there|are there|has)`,
  de: `(wie|was|wann|warum|wieso|wo|bis wann|ab wann|gibt es|ist (die|das|meine)|muss ich|verliere ich)`,
  es: `(como|que (pasa|sucede|ocurre)|cuant*|cuando|por que|donde|hasta cuando|hay|ha llegado|pierdo)`,
  fr: `(comment|que (devien*|se passe)|quarrive*|combien|quand|pourquoi|ou|jusqua quand|y a t il|est ce que je (perds|dois))`,
  it: `(come|che (succede|cosa)|cosa succede|quant*|quando|perche|dove|dov|fino a quando|ce|e arrivat*|perdo)`,
  nl: `(hoe|wat|wanneer|waarom|waar|tot wanneer|is (de|mijn)|is er|moet ik|verlies ik)`,
  pt: `(como|o que (acontece|sucede)|quanto|quando|por que|porque|onde|ate quando|ha|chegou|perco)`,
  ar: `(كيف|ماذا|متي|لماذا|كم|حتي متي|اين|هل (وصل|اخسر))`,
  ja: `どう|いつ|なぜ|どのくらい|どれくらい|何日|方法|場合`,
})

/** A cancellation or refund that was long ago. Spanish and Portuguese are left out: without accents it reads as a wish. */
export const CANCELLED_BEFORE = patterns({
  en: `(i|we|ive|id|had|have) (once |already )?(cancelled|canceled|returned|got (_ )?refund*)`,
  de: `(habe|hatte|haben|hatten) (_ )?(_ )?(storniert|erstattet bekommen)`,
  es: `(habia|habiamos) (cancelado|anulado)`,
  fr: `(jai|javais|avais|avons|avions) (_ )?(annule|ete rembours*)`,
  it: `(ho|avevo|abbiamo|avevamo) (_ )?(annullato|ricevuto (_ )?rimborso)`,
  nl: `(heb|had|hebben|hadden) (_ )?(geannuleerd)`,
  pt: `(tinha|tinhamos|havia) (cancelado)`,
  ar: `(الغيت)`,
  ja: `キャンセルしました|キャンセルしたことが`,
})
