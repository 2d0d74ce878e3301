/**
 * Words of shops and their customers in nine languages: what `gloss` reads to compare a question in one language with
 * articles in another. A row is `English | de | es | fr | it | nl | pt | ar | ja`; several words stand for the same
 * English ones, and endings do not matter. Japanese words are found anywhere, the others as words or parts of compounds.
 */
export const COLUMNS = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'ar', 'ja'] as const

export const GLOSSARY = `
delivery | lieferung zustellung liefern liefert geliefert anlieferung liefer | entrega entregar entregan reparto | livraison livrer livrez livre | consegna consegnare consegnate | bezorging levering leveren bezorgen bezorgt | entrega entregar entregam | توصيل تسليم يوصل توصلون توصلوا تسلمون | 配達 配送 お届け 届
shipping | versand versenden versendet verschicken verschickt schickt porto | envío envio enviar enviáis envian envían mandan | expédition expédier expédiez envoi envoyer envoyez port | spedizione spedire spedite spedizioni | verzending verzenden verzendt versturen verzendkosten | envio enviar enviam frete mandam | شحن الشحن تشحنون ارسال ترسلون | 配送 発送 送料 送って
cost | kosten kostet versandkosten gebühr gebühren | coste costo cuesta cuestan gastos costos | coûte coût frais coûtent | costa costo costano spese costi | kost kosten verzendkosten | custa custo custam custos taxa | تكلفه تكاليف يكلف كلفه رسوم | 費用 料金 送料 いくら
price | preis preise preislich teuer | precio precios | prix tarif cher | prezzo prezzi | prijs prijzen duur | preço preços valor | سعر اسعار ثمن بكم | 値段 価格 いくら
delivery duration | lieferzeit lieferdauer | plazo | délai | tempistica | levertijd | prazo | موعد | 納期
another other | andere anderen anderes | otro otra | autre | altra altro | andere ander | outro outra | اخر اخري | 別の 他の
after | nach danach | después | après | dopo | na | depois | بعد | 後
free price | kostenlos kostenfrei gratis versandkostenfrei umsonst | gratis gratuito gratuita gratuitos | gratuit gratuite gratuits gratuitement offert | gratis gratuito gratuita | gratis kosteloos | grátis gratuito gratuita | مجاني مجانا مجانيه | 無料
long time duration | dauert dauer lange | tarda tardan tiempo demora tardáis dura | temps durée longtemps dure | tempo tempi impiega dura durata | lang duurt tijd | tempo demora leva dura | مده يستغرق وقت يستمر | どのくらい 何日 日数 時間 期間 かかり
days | tage tagen werktage | días | jours | giorni | dagen werkdagen | dias | يوم ايام | 日間 営業日
country countries | land länder ländern ausland | país países | pays | paese paesi | land landen | país países | بلد دول دوله بلدان بلدي | 国 国内 か国
abroad international | ausland international weltweit | extranjero internacional internacionales | étranger international internationale | estero internazionale internazionali | buitenland internationaal | exterior internacional estrangeiro | دولي الخارج خارج عالمي | 海外 国際
europe | europa eu | europa ue | europe ue | europa ue | europa eu | europa ue | اوروبا | ヨーロッパ 欧州 EU
germany | deutschland | alemania | allemagne | germania | duitsland | alemanha | المانيا | ドイツ
switzerland | schweiz | suiza | suisse | svizzera | zwitserland | suíça | سويسرا | スイス
norway | norwegen | noruega | norvège | norvegia | noorwegen | noruega | النرويج | ノルウェー
japan | japan | japón | japon | giappone | japan | japão | اليابان | 日本
mexico | mexiko | méxico | mexique | messico | mexico | méxico | المكسيك | メキシコ
brazil | brasilien | brasil | brésil | brasile | brazilië | brasil | البرازيل | ブラジル
spain | spanien | españa | espagne | spagna | spanje | espanha | اسبانيا | スペイン
france | frankreich | francia | france | francia | frankrijk | frança | فرنسا | フランス
italy | italien | italia | italie | italia | italië | itália | ايطاليا | イタリア
netherlands | niederlande holland | holanda países bajos | pays-bas hollande | olanda paesi bassi | nederland | holanda | هولندا | オランダ
belgium | belgien | bélgica | belgique | belgio | belgië | bélgica | بلجيكا | ベルギー
austria | österreich | austria | autriche | austria | oostenrijk | áustria | النمسا | オーストリア
morocco | marokko | marruecos | maroc | marocco | marokko | marrocos | المغرب | モロッコ
america usa | usa amerika | estados unidos eeuu américa | états-unis usa amérique | stati uniti usa america | amerika vs usa | estados unidos eua | امريكا | アメリカ
kingdom uk | großbritannien england uk | reino unido inglaterra | royaume-uni angleterre | regno unito inghilterra | engeland verenigd koninkrijk | reino unido inglaterra | بريطانيا | イギリス 英国
emirates saudi egypt location | saudi emirate ägypten | emiratos arabia egipto | émirats arabie égypte | emirati arabia egitto | emiraten egypte | emirados arábia egito | السعوديه الامارات مصر قطر الكويت الاردن | サウジ エジプト
customs duties taxes | zoll zölle steuern zollgebühren | aduana aranceles impuestos | douane taxes droits | dogana dazi tasse | douane invoerrechten belasting | alfândega impostos taxas | جمارك ضرائب الجمارك رسوم | 関税 税金 税
express fast | express eilversand schnell schneller | exprés urgente rápido | express rapide vite | espresso veloce rapida | spoed express snel snelle | expresso rápido | سريع مستعجل السريع | 速達 急ぎ 早く エクスプレス
standard | standard standardversand | estándar | standard | standard | standaard | padrão | عادي | 通常 標準
order | bestellung bestellen bestellt auftrag bestellungen | pedido pedidos orden pedir | commande commander commandé commandes | ordine ordini ordinare ordinato | bestelling bestellen besteld order | pedido pedidos encomenda | طلب طلبي طلبيه الطلب طلبت طلبيتي | 注文
track tracking | verfolgen sendungsverfolgung tracking nachverfolgen | seguimiento rastrear seguir rastreo | suivre suivi | tracciare tracciamento tracking seguire | volgen track traceren | rastrear rastreamento acompanhar rastreio | تتبع اتتبع التتبع متابعه | 追跡 確認
status | status stand | estado estatus | statut état | stato | status | status estado situação | حاله وضع | 状況 ステータス
parcel package | paket pakete packung sendung päckchen | paquete | colis paquet | pacco | pakket pakje pakketje | pacote encomenda | طرد شحنه الطرد | 荷物 小包
change | ändern änderung wechseln geändert | cambiar cambio modificar | changer modifier modification | cambiare modificare modifica | wijzigen veranderen aanpassen | mudar alterar modificar | تغيير تعديل اغير | 変更
cancel | stornieren storno stornierung abbestellen widerrufen | cancelar anular cancelación | annuler annulation | annullare cancellare disdire annullamento | annuleren annulering | cancelar cancelamento | الغاء الغي | キャンセル 取り消
address | adresse anschrift lieferadresse | dirección | adresse | indirizzo | adres | endereço morada | عنوان العنوان | 住所 届け先
return | zurück zurückschicken rückgabe retoure rücksendung zurückgeben retournieren zurücksenden rücksendeetikett | devolver devolución devoluciones devuelvo | retour retourner renvoyer retours rendre | reso restituire rendere restituzione resi | retour retourneren terugsturen retourneer terug | devolver devolução devoluções | ارجاع ارجع اعاده استرجاع | 返品 返送
refund money back | erstattung geld rückerstattung erstattet rückzahlung | reembolso dinero reembolsar | remboursement argent rembourser remboursé | rimborso soldi rimborsare denaro | terugbetaling geld terugbetaald restitutie | reembolso dinheiro estorno | استرداد المبلغ اموالي فلوسي مال | 返金 払い戻
exchange | umtauschen umtausch tauschen | cambiar cambio canjear | échanger échange | cambiare cambio sostituire | ruilen omruilen ruil | trocar troca | استبدال تبديل ابدل استبدل | 交換
label | etikett label aufkleber | etiqueta | étiquette | etichetta | label etiket | etiqueta | ملصق | ラベル 伝票
box | karton schachtel verpackung originalverpackung | caja embalaje | boîte carton emballage | scatola imballaggio confezione | doos verpakking | caixa embalagem | صندوق علبه تغليف | 箱 梱包
warranty guarantee | garantie gewährleistung | garantía | garantie | garanzia | garantie | garantia | ضمان الضمان كفاله | 保証
repair repairs | reparatur reparieren reparaturen repariert repariere | reparar reparación arreglar reparan reparáis | réparer réparation réparez | riparare riparazione riparazioni riparate | reparatie repareren herstellen | consertar reparo reparar conserto consertam | اصلاح تصليح تصلحون | 修理
broken damaged defective | kaputt beschädigt defekt gerissen | roto rota dañado defectuoso | cassé cassée abîmé endommagé défectueux | rotto rotta danneggiato difettoso | kapot stuk beschadigd defect | quebrado quebrada danificado defeito | مكسور تالف معطوب عيب | 壊れ 破損 不良 破れ
workshop | werkstatt | taller | atelier | laboratorio officina | werkplaats | oficina | ورشه | 工房
zip zipper | reißverschluss | cremallera | fermeture éclair zip | cerniera zip | rits | zíper fecho | سحاب | ファスナー ジッパー
sole soles | sohle sohlen | suela suelas | semelle semelles | suola suole | zool zolen | sola solas | نعل | ソール 靴底
payment pay | zahlung bezahlen zahlen zahlungsarten zahlungsmethoden | pago pagar pagos | paiement payer paiements | pagamento pagare pagamenti | betaling betalen betaalmethoden | pagamento pagar pagamentos | دفع الدفع ادفع | 支払 決済 払え
methods | methoden arten möglichkeiten | métodos formas medios | moyens méthodes modes | metodi modi | methoden manieren | métodos formas meios | طرق وسايل | 方法
card credit | karte kreditkarte kreditkarten | tarjeta crédito | carte bancaire crédit | carta credito | creditcard kaart pas | cartão crédito | بطاقه بطاقات ايتمان | カード クレジット
invoice account | rechnung | factura | facture | fattura | rekening factuur | fatura nota fiscal boleto | فاتوره | 請求書 領収書 後払い
bank transfer | überweisung bank | transferencia banco | virement banque | bonifico banca | overboeking bank overschrijving | transferência banco | تحويل بنكي حواله | 振込 銀行
instalments instalment | raten ratenzahlung | plazos cuotas | plusieurs fois mensualités | rate rateale | termijnen gespreid | parcelas parcelado prestações | تقسيط اقساط | 分割
cash delivery | nachnahme bar | contrareembolso efectivo | espèces | contrassegno contanti | rembours contant | dinheiro entrega | نقدا عند الاستلام كاش | 代引き 現金
discount | rabatt ermäßigung nachlass rabatte prozente | descuento descuentos rebaja | réduction remise rabais réductions | sconto sconti | korting kortingen | desconto descontos | خصم تخفيض خصومات | 割引 値引
code coupon voucher | gutschein code gutscheincode rabattcode | cupón código cupones vale | code coupon bon promo | codice coupon buono | code kortingscode waardebon | cupom código cupons vale | كود كوبون قسيمه | クーポン コード
student students | student studenten studierende studentenrabatt studentin | estudiante estudiantes | étudiant étudiants étudiante | studente studenti studentesco | student studenten studentenkorting | estudante estudantes | طالب طلاب للطلاب الطلبه | 学生 学割
gift | geschenk geschenke geschenkkarte | regalo regalos | cadeau cadeaux | regalo regali | cadeau cadeaus kado | presente presentes | هديه هدايا | ギフト プレゼント 贈
wrapping | einpacken geschenkverpackung | envolver envoltorio | emballer paquet | incartare confezione | inpakken | embrulhar embrulho | تغليف | ラッピング 包装
sale | ausverkauf angebot sale | rebajas oferta | soldes promo | saldi offerta | uitverkoop aanbieding | promoção liquidação oferta | تنزيلات عرض | セール
shop store | laden geschäft filiale shop ladengeschäft | tienda local | boutique magasin | negozio bottega | winkel zaak | loja | متجر محل معرض المتجر | 店舗 お店 店 実店舗
visit | besuchen besuche vorbeikommen besuch | visitar visite pasar | visiter passer venir | visitare visito passare | bezoeken langskomen | visitar visite | زياره ازور زيارته | 行け 訪問 来店
open opening hours | geöffnet öffnungszeiten offen | abierto abierta abren horario abrís horarios | ouvert ouverte horaires heures ouverture | aperto aperti orari orario | open openingstijden geopend | aberto aberta horário abre | مفتوح اوقات ساعات العمل | 営業時間 開い 営業
where located | wo standort | dónde ubicación | où situé | dove trova | waar gevestigd | onde fica localização | اين موقع | どこ 場所
products things | produkte produkt ware sachen artikel | productos producto artículos | produits produit articles | prodotti prodotto articoli | producten product spullen artikelen | produtos produto artigos | منتجات منتج المنتجات اغراض | 商品 製品
made manufactured | hergestellt produziert herstellung gemacht produktion gefertigt | hechos fabrican fabricados hecho producen fabricación | fabriqués fabriqué faits fabrication produits | fatti prodotti fabbricati realizzati produzione | gemaakt geproduceerd productie | feitos fabricados feito produzidos fabricação | تصنع صنع مصنوعه تصنيع تصنعون | 作られ 製造 生産 作って
factory factories | fabrik fabriken werk | fábrica fábricas | usine usines | fabbrica fabbriche | fabriek fabrieken | fábrica fábricas | مصنع مصانع | 工場
sustainable environment | nachhaltig umwelt umweltfreundlich | sostenible ecológico | durable écologique | sostenibile ecologico | duurzaam milieu | sustentável ecológico | مستدام بييه | 環境 サステナブル
recycled | recycelt recycling recycelte | reciclado reciclada reciclados | recyclé recyclée recyclés | riciclato riciclata riciclati | gerecycled gerecyclede gerecycleerd | reciclado reciclada reciclados | معاد تدويره تدوير | リサイクル 再生
material fabric | material stoff materialien | material tela tejido | matière tissu matériau | materiale tessuto | materiaal stof | material tecido | ماده قماش خامه | 素材 生地 材質
waterproof | wasserdicht wasserfest regenfest | impermeable impermeables | imperméable étanche | impermeabile impermeabili | waterdicht waterproof | impermeável prova d'água | مقاوم للماء ضد الماء مقاومه | 防水
wash | waschen wäscht gewaschen waschmaschine reinigen | lavar lavo lava lavadora | laver lave lavage | lavare lavo lava lavaggio lavatrice | wassen was wasmachine | lavar lavo lava lavagem máquina | غسل اغسل غسيل | 洗濯 洗え 洗い 洗う
dry | trocknen trockner | secar secadora | sécher séchage | asciugare asciugatrice | drogen droger | secar secadora | تجفيف | 乾燥 乾か
clean care | pflege pflegen putzen | limpiar cuidado | nettoyer entretien | pulire cura | schoonmaken verzorgen onderhoud | limpar cuidado | تنظيف عنايه | 手入れ 掃除
size | größe größen | talla tallas talle número | taille tailles pointure | taglia taglie misura numero | maat maten | tamanho tamanhos número | مقاس مقاسات قياس | サイズ
small | klein kleiner | pequeño pequeña pequeñas chico | petit petite petits | piccolo piccola piccole | klein kleine | pequeno pequena | صغير صغيره | 小さ
large big | groß großes größer | grande grandes | grand grande grands | grande grandi | groot grote | grande grandes | كبير كبيره | 大き
run fit fits | fällt passt ausfallen passform sitzt | queda quedan talla calza ajusta | taille chausse coupe va | veste calza calzano vestibilità | valt vallen past pasvorm | veste calça serve fica | يناسب يلايم | フィット 合い 大きさ
true | normal passend | real normal | fidèle normal | fedele normale | normaal getrouw | real normal | طبيعي | 通り
jacket jackets | jacke jacken | chaqueta chaquetas chamarra | veste blouson vestes | giacca giacche giubbotto | jas jassen jack | jaqueta jaquetas casaco | سترات جاكيت سترة جاكت معطف | ジャケット
rain | regen regenjacke | lluvia | pluie | pioggia | regen | chuva | مطر المطر | 雨 レイン
down | daunen daune daunenjacke | plumón plumas pluma | duvet doudoune | piuma piumino | dons donsjas | pluma penas plumas | ريش | ダウン
wind | wind windjacke | viento cortavientos | vent coupe-vent | vento | wind windjack | vento corta-vento | رياح | 風 ウインド
fleece | fleece | forro polar | polaire | pile | fleece | fleece | فليس صوف | フリース
wool merino | wolle merino merinowolle | lana merino | laine mérinos | lana merino | wol merino merinowol | lã merino | صوف ميرينو | ウール メリノ 羊毛
scratch itch | kratzt kratzen juckt | pica picar rasca | gratte gratter pique | prude pizzica | kriebelt kriebelen jeukt prikt | coça pinica arranha | خشن يحك يسبب | チクチク かゆ ちくちく
shirt | hemd shirt | camisa camiseta | chemise | camicia maglia | overhemd shirt | camisa camiseta | قميص | シャツ
trousers pants | hose hosen trekkinghose | pantalón pantalones | pantalon pantalons | pantaloni | broek broeken | calça calças | بنطلون بنطال | ズボン パンツ
shoe shoes | schuh schuhe | zapato zapatos zapatillas zapatilla | chaussure chaussures | scarpa scarpe | schoen schoenen | sapato sapatos tênis | حذاء احذيه الحذاء | シューズ 靴
boot boots | stiefel wanderschuhe wanderstiefel | bota botas | botte bottes | stivali scarponi scarpone | laars laarzen wandelschoenen bergschoenen | bota botas | بوت جزمه | ブーツ
hiking trail | wandern wander trekking | senderismo excursión montaña | randonnée marche | escursionismo trekking | wandelen hiken | trilha caminhada | مشي جبال | 登山 ハイキング トレイル
socks sock | socken socke | calcetines | chaussettes | calze calzini | sokken sok | meias | جوارب | 靴下 ソックス
hat beanie | mütze | gorro | bonnet | berretto cappello | muts | gorro touca | قبعه | 帽子 ビーニー ニット帽
gloves | handschuhe | guantes | gants | guanti | handschoenen | luvas | قفازات | 手袋
backpack | rucksack rucksäcke | mochila mochilas | sac à dos | zaino zaini | rugzak rugzakken | mochila mochilas | حقيبه ظهر حقايب | リュック バックパック
bag | tasche sack | bolsa | sac | borsa sacca | tas zak | bolsa saco | حقيبه كيس | バッグ 袋
tent | zelt zelte | tienda campaña carpa | tente tentes | tenda tende | tent tenten | barraca tenda | خيمه خيام الخيمه | テント
pitch set up assemble | aufbauen aufbau aufstellen | montar monta | monter montage installer | montare montaggio | opzetten zetten | montar armar | نصب تركيب | 設営 立て 組み立て
person alone | person allein alleine | persona solo sola | personne seul seule | persona solo sola | persoon alleen | pessoa sozinho sozinha | شخص وحده بمفرده | 一人 ひとり 1人
sleeping | schlafsack schlaf | dormir saco | couchage sac | sacco pelo | slaapzak | dormir saco | نوم كيس | 寝袋 シュラフ
pack packed | packmaß verpackt gepackt zusammengepackt packen | empaquetado comprimido ocupa plegado | plié encombrement compressé rangé | chiuso compresso ingombro | ingepakt pakmaat opgerolt | compactado guardado embalado | حجم مطوي تعبيه | 収納 畳 たたむ
mug cup | tasse becher | taza | tasse mug | tazza | mok beker | caneca | كوب | マグ カップ
cooking pot pan | kochen topf kochset pfanne kochgeschirr | cocina olla cocinar | cuisine casserole | cucina pentola | koken pan kookset | cozinha panela | طبخ قدر | 調理 鍋 クッカー
lamp headlamp | lampe stirnlampe | linterna frontal lámpara | lampe frontale | lampada frontale torcia | lamp hoofdlamp | lanterna | مصباح كشاف | ヘッドランプ ライト
bottle | flasche trinkflasche thermosflasche | botella termo | bouteille gourde | bottiglia borraccia | fles drinkfles | garrafa | زجاجه قاروره | ボトル 水筒
blanket | decke wolldecke | manta | couverture plaid | coperta | deken | manta cobertor | بطانيه | ブランケット 毛布
kids children | kinder kind | niños niño infantil | enfants enfant | bambini bambino | kinderen kind | crianças criança infantil | اطفال طفل للاطفال | 子供 キッズ 子ども
puddle suit | anzug regenanzug | traje | combinaison | tuta | pak regenpak | macacão conjunto | بدله | スーツ
woman women | damen frauen | mujer mujeres | femme femmes | donna donne | dames vrouwen | mulher mulheres | نساء نسايي | 女性 レディース
man men | herren männer | hombre hombres | homme hommes | uomo uomini | heren mannen | homem homens | رجال رجالي | 男性 メンズ
colour color | farbe farben | color colores | couleur couleurs | colore colori | kleur kleuren | cor cores | لون الوان | 色 カラー
black | schwarz | negro negra | noir noire | nero nera | zwart zwarte | preto preta | اسود | 黒
red | rot rote | rojo roja | rouge | rosso rossa | rood rode | vermelho vermelha | احمر | 赤
blue | blau blaue | azul | bleu bleue | blu azzurro | blauw blauwe | azul | ازرق | 青
green | grün grüne | verde | vert verte | verde | groen groene | verde | اخضر | 緑
available stock | verfügbar lieferbar vorrätig lager | disponible stock existencias | disponible stock | disponibile disponibili magazzino | beschikbaar voorraad leverbaar | disponível estoque | متوفر متاح مخزون | 在庫 入荷
sold out | ausverkauft | agotado agotada | épuisé rupture | esaurito esaurita | uitverkocht | esgotado esgotada | نفد نفذ | 売り切れ 品切れ
weight heavy | gewicht wiegt schwer | peso pesa | poids pèse | peso pesa | gewicht weegt zwaar | peso pesa | وزن يزن | 重さ 重量
temperature warm cold | temperatur warm kalt | temperatura calor frío abriga | température chaud froid | temperatura caldo freddo | temperatuur warm koud | temperatura quente frio | حراره دافي بارد | 温度 暖か 寒
account | konto kundenkonto | cuenta | compte | account conto profilo | account | conta | حساب حسابي | アカウント 会員
password | passwort kennwort | contraseña | mot passe | password | wachtwoord | senha | كلمه المرور | パスワード
email | e-mail mail email | correo email | e-mail mail courriel | e-mail email mail | e-mail mail | e-mail email | بريد ايميل | メール
newsletter | newsletter | boletín newsletter | newsletter | newsletter | nieuwsbrief | newsletter | نشره | ニュースレター メルマガ
phone | telefon telefonnummer anrufen | teléfono llamar | téléphone appeler | telefono chiamare | telefoon bellen telefoonnummer | telefone ligar | هاتف رقم | 電話
contact | kontakt kontaktieren erreichen | contacto contactar | contact contacter joindre | contatto contattare | contact bereiken | contato contatar | تواصل اتصال | 連絡 問い合わせ
buy | kaufen kauf | comprar compra | acheter achat | comprare acquistare acquisto | kopen koop | comprar compra | شراء اشتري | 購入 買
sell have | verkauft verkaufen führt habt gibt | venden tienen vendéis tenéis | vendez avez | vendete avete | verkopen hebben | vendem têm | تبيعون لديكم عندكم | 売って 取り扱 販売 あります
receive get | bekomme erhalte bekommen erhalten kriege | recibo recibir recibiré | reçois recevoir recevrai | ricevo ricevere ricevere | krijg ontvang ontvangen krijgen | recebo receber | استلم احصل | 受け取 もらえ
arrive | ankommt kommt ankommen | llega llegar llegará | arrive arriver arrivera | arriva arrivare | aankomt komt arriveert | chega chegar | يصل وصول | 届 到着
send | senden schicken schicke schick | mandar envían | envoyer | mandare inviare | sturen | mandar | ارسل | 送
today | heute | hoy | aujourd'hui | oggi | vandaag | hoje | اليوم | 今日 本日
tomorrow | morgen | mañana | demain | domani | morgen | amanhã | غدا بكره | 明日
week | woche wochen | semana semanas | semaine semaines | settimana settimane | week weken | semana semanas | اسبوع اسابيع | 週間
month year | monat jahr jahre | mes año años | mois an ans année | mese anno anni | maand jaar | mês ano anos | شهر سنه سنوات | 月 年
weekend saturday | wochenende samstag | fin semana sábado | week-end samedi | fine settimana sabato | weekend zaterdag | fim semana sábado | نهايه السبت | 週末 土曜
sunday | sonntag | domingo | dimanche | domenica | zondag | domingo | الاحد | 日曜
pickup collect | abholen abholung selbstabholung | recoger recogida | retirer retrait récupérer | ritirare ritiro | ophalen afhalen | retirar retirada buscar | استلام | 受け取り 引き取り
wholesale business | großhandel gewerbe firma | mayorista empresa | gros grossiste entreprise | ingrosso azienda | groothandel zakelijk bedrijf | atacado empresa | جمله شركه | 卸 法人
work job | arbeit stelle arbeiten job jobs | trabajo empleo trabajar | emploi travail travailler poste | lavoro lavorare | werk baan werken vacature | emprego trabalho trabalhar vaga | وظيفه عمل توظيف | 求人 採用 仕事
insurance | versicherung | seguro | assurance | assicurazione | verzekering | seguro | تامين | 保険
rent hire | mieten leihen verleih | alquilar alquiler | louer location | noleggiare noleggio affittare | huren verhuur | alugar aluguel | تاجير استيجار | レンタル
used second hand | gebraucht gebrauchte | usado usados segunda mano | occasion | usato usati seconda mano | tweedehands gebruikt | usado usados segunda mão | مستعمل | 中古
dog pet | hund hunde haustier | perro mascota | chien animaux | cane animali | hond huisdier | cachorro cão animal | كلب حيوان | 犬 ペット
bike bicycle | fahrrad fahrräder rad | bicicleta bicicletas | vélo vélos | bicicletta biciclette bici | fiets fietsen | bicicleta bicicletas | دراجه | 自転車
ski | ski skier | esquí esquís | ski skis | sci | ski ski's | esqui esquis | تزلج | スキー
climbing rope | klettern seil | escalada cuerda | escalade corde | arrampicata corda | klimmen touw | escalada corda | تسلق حبل | クライミング ロープ
stove gas | kocher gas | hornillo gas | réchaud gaz | fornello gas | brander gas kooktoestel | fogareiro gás | موقد غاز | ストーブ ガス
weather | wetter | tiempo clima | météo | meteo | weer | tempo clima | طقس الطقس | 天気
points loyalty | punkte treueprogramm bonus | puntos fidelidad | points fidélité | punti fedeltà | punten spaarprogramma | pontos fidelidade | نقاط ولاء | ポイント
review | bewertung bewertungen | reseña opiniones | avis | recensione recensioni | beoordeling reviews | avaliação avaliações | تقييم | レビュー 口コミ
vegan leather | vegan leder | vegano cuero piel | vegan cuir | vegano pelle cuoio | vegan leer | vegano couro | نباتي جلد | ビーガン 革 レザー
custom engraving embroider print | gravur besticken aufdruck personalisieren | grabado bordar personalizar | gravure broder personnaliser | incisione ricamare personalizzare | graveren borduren bedrukken | gravação bordar personalizar | نقش تطريز تخصيص | 刻印 刺繍 名入れ
battery charge | akku batterie aufladen laden | batería cargar carga | batterie pile charger | batteria caricare ricarica | batterij accu opladen | bateria carregar | بطاريه شحن | 電池 充電
bulb brightness | helligkeit hell lumen | brillo lúmenes | luminosité | luminosità | helderheid | brilho | سطوع | 明るさ
lost | verloren verschwunden | perdido perdida | perdu perdue | perso smarrito | kwijt verloren | perdido perdida | ضاع مفقود | 紛失 なくし
wrong | falsch falsche falsches falschen | equivocado incorrecto error | mauvais erreur erroné | sbagliato errato | verkeerd verkeerde fout | errado errada | خطا خاطي | 間違 違う
missing | fehlt fehlen | falta faltan | manque manquant | manca mancano | ontbreekt mist | falta faltando | ناقص | 足りない 不足
customer | kunde kunden | cliente | client | cliente | klant | cliente | عميل زبون | お客
unsubscribe | abmelden abbestellen | darse baja | désabonner désinscrire | disiscrivere | afmelden uitschrijven | descadastrar cancelar inscrição | الغاء الاشتراك | 配信停止 退会
work working function | funktioniert | funciona | marche fonctionne | funziona | werkt | funciona | يعمل تعمل | 使え 動
`
