/**
 * Words of goods in nine languages: kinds, what they are made of, what they are for. A row is
 * `class English | de | es | fr | it | nl | pt | ar | ja`; all words of a row mean the same, named by its first English one.
 * `_` joins the words of a phrase, endings do not matter, and `kind<wider` is also found by the wider kind. Classes: k a kind of
 * thing, m a material, c a colour, a whom it is for, d a diet, n what people react to (also a kind: "milk"), u a use or property.
 */
export const GOODS = `
k jacket coat anorak parka windbreaker | jacke jacken mantel mäntel anorak parka windjacke | chaqueta chaquetas abrigo abrigos cazadora | veste vestes manteau manteaux blouson | giacca giacche cappotto giubbotto piumino | jas jassen jack mantel | jaqueta casaco casacos | جاكيت جاكت معطف سترة | ジャケット コート 上着
k sweater pullover jumper | pullover pulli strickpullover | jersey jerseis suéter suéteres | pull pulls chandail | maglione maglioni pullover | trui truien sweater pullover | suéter pulôver camisola_de_malha | كنزة كنزه بلوفر سويتر | セーター ニット
k cardigan<sweater | strickjacke cardigan | cárdigan rebeca | gilet_en_laine cardigan | cardigan | vest_met_knopen cardigan | cardigã | كارديغان | カーディガン
k hoodie sweatshirt<sweater | kapuzenpullover hoodie kapuzenpulli sweatshirt | sudadera sudaderas | sweat sweats sweat_à_capuche | felpa felpe | hoodie capuchontrui | moletom sweatshirt | هودي | パーカー フーディー スウェット
k tshirt t-shirt tee | t-shirt tshirt | camiseta camisetas playera | t-shirt tee-shirt | maglietta magliette t-shirt | t-shirt | camiseta camisetas t-shirt | تيشيرت تي_شيرت | Tシャツ
k shirt | hemd hemden | camisa camisas | chemise chemises | camicia camicie | overhemd overhemden | camisa camisas | قميص قمصان | シャツ
k blouse<shirt | bluse blusen | blusa blusas | blouse blouses chemisier | blusa camicetta | blouse bloes | blusa blusas | بلوزة | ブラウス
k dress | kleid kleider | vestido vestidos | robe robes | vestito vestiti abito abiti | jurk jurken | vestido vestidos | فستان فساتين | ドレス ワンピース
k trousers pants chinos | hose hosen | pantalón pantalones | pantalon pantalons | pantaloni pantalone | broek broeken | calça calças | بنطلون بنطال سروال | ズボン パンツ
k jeans denim<trousers | jeans | vaqueros tejanos jeans | jean jeans | jeans | spijkerbroek jeans | jeans | جينز | ジーンズ デニム
k leggings<trousers | leggings | leggings mallas | leggings legging | leggings | legging leggings | leggings | ليقنز | レギンス
k shorts<trousers | shorts | pantalón_corto pantalones_cortos shorts | short shorts | pantaloncini shorts | korte_broek shorts | calções bermuda | شورت | ショートパンツ 短パン
k skirt | rock röcke | falda faldas | jupe jupes | gonna gonne | rok rokken | saia saias | تنورة تنوره | スカート
k swimwear swimsuit bikini trunks | badeanzug bikini badehose bademode | bañador bañadores traje_de_baño bikini | maillot_de_bain maillot bikini | costume_da_bagno bikini | zwempak zwembroek badpak bikini | maiô biquíni fato_de_banho | مايوه ملابس_سباحة | 水着
k socks sock | socken socke strümpfe | calcetines calcetín | chaussettes chaussette | calze calzini calza | sokken sok | meias meia | جوارب جورب | 靴下 ソックス
k underwear boxers briefs bra | unterwäsche unterhose bh | ropa_interior calzoncillos bragas sujetador | sous-vêtements culotte boxer soutien-gorge | intimo biancheria mutande reggiseno | ondergoed bh | roupa_íntima cueca sutiã | ملابس_داخلية | 下着
k pyjamas pajamas nightwear | schlafanzug pyjama nachthemd | pijama pijamas | pyjama pyjamas | pigiama pigiami | pyjama pyjamas | pijama pijamas | بيجاما | パジャマ
k hat cap beanie | hut hüte mütze mützen kappe | sombrero gorro gorra gorros | chapeau chapeaux bonnet bonnets casquette | cappello cappelli berretto cuffia_di_lana | hoed muts mutsen pet | chapéu gorro boné | قبعة طاقية | 帽子 ニット帽 キャップ
k gloves mittens | handschuh handschuhe fäustlinge | guantes guante | gants gant moufles | guanti guanto | handschoenen wanten | luvas luva | قفازات قفاز | 手袋
k scarf scarves shawl | schal schals tuch halstuch | bufanda bufandas pañuelo fular | écharpe écharpes foulard foulards | sciarpa sciarpe foulard | sjaal sjaals | cachecol lenço | وشاح شال | スカーフ マフラー ストール
k belt | gürtel | cinturón cinturones | ceinture ceintures | cintura cinture | riem riemen | cinto cintos | حزام احزمة | ベルト
k vest waistcoat gilet | weste westen | chaleco chalecos | gilet gilets sans_manches | gilet smanicato | bodywarmer gilet | colete coletes | صديري | ベスト
k suit blazer | anzug anzüge blazer sakko | traje trajes americana | costume costumes blazer | abito_da_uomo completo blazer | pak pakken blazer | terno blazer | بدلة | スーツ ブレザー
k shoes shoe sneakers boots sandals | schuh schuhe stiefel sneaker sandalen turnschuhe | zapatos zapatillas botas sandalias | chaussures chaussure bottes baskets sandales | scarpe scarpa stivali sandali | schoenen schoen laarzen sneakers | sapatos tênis botas sandálias | حذاء احذية | 靴 シューズ スニーカー ブーツ
k bag handbag | tasche taschen handtasche | bolso bolsos bolsa | sac sacs sac_à_main | borsa borse | tas tassen handtas | bolsa bolsas | حقيبة شنطة حقائب | バッグ 鞄 かばん
k backpack rucksack | rucksack rucksäcke | mochila mochilas | sac_à_dos | zaino zaini | rugzak rugzakken | mochila mochilas | حقيبة_ظهر | リュック バックパック
k wallet purse | geldbeutel portemonnaie geldbörse | cartera billetera monedero | portefeuille porte-monnaie | portafoglio | portemonnee | carteira | محفظة | 財布
k umbrella | regenschirm schirm | paraguas | parapluie | ombrello | paraplu | guarda-chuva | مظلة | 傘
k sunglasses | sonnenbrille sonnenbrillen | gafas_de_sol | lunettes_de_soleil | occhiali_da_sole | zonnebril | óculos_de_sol | نظارات_شمسية | サングラス
k watch smartwatch watches | uhr uhren armbanduhr smartwatch | reloj relojes | montre montres | orologio orologi smartwatch | horloge horloges smartwatch | relógio relógios smartwatch | ساعة ساعات | 時計 腕時計 スマートウォッチ
k jewellery jewelry necklace ring bracelet earrings | schmuck kette ring armband ohrringe | joyas collar anillo pulsera pendientes | bijou bijoux collier bague bracelet boucles_d_oreilles | gioielli collana anello bracciale orecchini | sieraden ketting armband oorbellen | joias colar anel pulseira brincos | مجوهرات قلادة خاتم سوار | ジュエリー ネックレス 指輪 ブレスレット ピアス
k rainwear | regenbekleidung regenanzug | ropa_de_lluvia | vêtements_de_pluie | abbigliamento_da_pioggia | regenkleding | roupa_de_chuva | ملابس_مطر | レインウェア
k tent | zelt zelte | tienda_de_campaña carpa | tente tentes | tenda tende | tent tenten | barraca tenda | خيمة خيام | テント
k sleeping_bag | schlafsack | saco_de_dormir | sac_de_couchage | sacco_a_pelo | slaapzak | saco_de_dormir | كيس_نوم | 寝袋
k stove cooker | kocher herd | hornillo cocina_de_gas | réchaud cuisinière | fornello | kooktoestel fornuis | fogareiro fogão | موقد | コンロ ストーブ
k bicycle bike bicycles bikes | fahrrad fahrräder rad | bicicleta bicicletas bici | vélo vélos bicyclette | bicicletta biciclette bici | fiets fietsen | bicicleta bicicletas | دراجة | 自転車
k helmet | helm helme | casco_de_bici | casque_de_vélo | casco_da_bici | helm | capacete | خوذة | ヘルメット
k lock padlock | schloss schlösser | candado | antivol cadenas | lucchetto | slot | cadeado | قفل | 鍵 ロック
k ball football | ball bälle fußball | balón pelota | ballon balle | pallone palla | bal voetbal | bola | كرة | ボール
k mat yoga_mat | matte yogamatte | esterilla | tapis_de_yoga | tappetino | yogamat | tapete_de_ioga | سجادة_يوغا | マット
k skis ski | ski skier | esquís | skis | sci | ski's | esquis | زلاجات | スキー板
k honey | honig | miel | miel | miele | honing | mel | عسل | はちみつ 蜂蜜 ハチミツ
k jam marmalade | marmelade konfitüre | mermelada mermeladas | confiture confitures marmelade | marmellata marmellate confettura | jam marmelade | geleia compota | مربى | ジャム マーマレード
k spread nut_butter | aufstrich brotaufstrich creme schokoaufstrich schokocreme | crema_de_chocolate crema_de_cacao crema_para_untar | pâte_à_tartiner | crema_spalmabile crema_al_cioccolato | pasta_om_te_smeren chocopasta | creme_de_chocolate pasta_de_amendoim | كريمة_شوكولاتة | スプレッド
k plantmilk plant_milk oat_milk oat_drink almond_milk almond_drink soy_milk | pflanzendrink pflanzendrinks haferdrink mandeldrink hafermilch mandelmilch sojamilch pflanzenmilch | leche_vegetal bebida_vegetal leche_de_avena | lait_végétal boisson_végétale lait_d_avoine | latte_vegetale bevanda_vegetale latte_d_avena | plantaardige_melk havermelk | leite_vegetal bebida_vegetal | حليب_نباتي | 植物性ミルク オーツミルク
k muesli cereal granola porridge oatmeal | müsli knuspermüsli porridge haferflocken | muesli cereales granola avena | muesli céréales granola porridge | muesli cereali granola | muesli granola havermout | granola cereais muesli | موسلي شوفان | ミューズリー グラノーラ シリアル
k coffee espresso | kaffee espresso | café cafés espresso | café cafés expresso | caffè espresso | koffie espresso | café cafés | قهوة | コーヒー 珈琲 エスプレッソ
k tea teas | tee tees | té tés infusión infusiones | thé thés tisane tisanes infusion | tè tisana tisane | thee theeën | chá chás | شاي | お茶 紅茶 ティー
k chocolate chocolates | schokolade schokoladen | chocolate chocolates | chocolat chocolats | cioccolato cioccolata cioccolate | chocolade | chocolate chocolates | شوكولاتة شوكولا | チョコレート チョコ
k pralines truffles | pralinen praline | bombones | pralines praline | cioccolatini pralines praline | bonbons pralines | bombons | براليين | プラリネ
k sweets candy liquorice | süßigkeiten süßigkeit bonbons lakritz fruchtgummi gummibärchen | dulces caramelos golosinas regaliz | bonbons réglisse confiseries | caramelle dolci liquirizia | snoep drop snoepjes | doces balas rebuçados | حلوى حلويات | お菓子 キャンディ 飴
k biscuits cookies | keks kekse plätzchen | galletas | biscuits gâteaux_secs | biscotti | koekjes | biscoitos bolachas | بسكويت | クッキー ビスケット
k bread | brot brote | pan panes | pain pains | pane | brood broden | pão pães | خبز | パン
k pasta spaghetti penne noodles | nudeln nudel pasta spaghetti penne | pasta espaguetis fideos | pâtes spaghettis nouilles | pasta spaghetti penne | pasta spaghetti noedels | massa macarrão esparguete | معكرونة باستا | パスタ スパゲッティ 麺
k rice | reis basmatireis risottoreis | arroz | riz | riso | rijst | arroz | ارز رز | 米 ライス お米
k sauce sugo pesto ketchup | sauce saucen soße sugo pesto | salsa salsas pesto | sauce sauces pesto | salsa salse sugo sughi pesto | saus sauzen pesto | molho molhos pesto | صلصة صوص | ソース ペスト
k oil olive_oil | öl öle olivenöl | aceite aceites | huile huiles | olio oli | olie oliën olijfolie | azeite óleo | زيت | オイル 油 オリーブオイル
k vinegar | essig essige balsamico | vinagre vinagres | vinaigre vinaigres | aceto aceti | azijn | vinagre | خل | 酢 ビネガー
k cheese | käse ziegenkäse parmesan | queso quesos parmesano | fromage fromages parmesan | formaggio formaggi parmigiano | kaas kazen | queijo queijos | جبن جبنة | チーズ
k sausage salami ham | wurst würste salami schinken | embutido salchicha salami salchichón jamón | saucisson saucisse salami jambon | salame salumi salsiccia prosciutto | worst salami ham | salsicha salame presunto | نقانق سلامي | ソーセージ サラミ ハム
k salmon | lachs | salmón | saumon | salmone | zalm | salmão | سلمون | サーモン 鮭
k wine | wein weine weißwein rotwein | vino vinos | vin vins | vino vini | wijn wijnen | vinho vinhos | نبيذ | ワイン
k beer | bier biere | cerveza cervezas | bière bières | birra birre | bier bieren | cerveja cervejas | بيرة | ビール
k juice | saft säfte apfelsaft | zumo zumos jugo jugos | jus | succo succhi | sap sappen | suco sumo | عصير | ジュース
k water | wasser mineralwasser | agua | eau | acqua | water | água | ماء | 水
k spice spices salt pepper | gewürz gewürze salz pfeffer | especias sal pimienta | épice épices sel poivre | spezie sale pepe | kruiden zout peper | especiarias sal pimenta | بهارات توابل ملح | スパイス 塩 胡椒
k giftbasket hamper gift_basket | geschenkkorb geschenkkörbe präsentkorb | cesta_de_regalo | panier_cadeau panier_garni | cesto_regalo | geschenkmand | cesta_de_presentes | سلة_هدايا | ギフトバスケット
k icecream ice_cream | eis eiscreme | helado helados | glace glaces | gelato gelati | ijs | sorvete gelado | ايس_كريم مثلجات بوظة | アイスクリーム
k pizza | pizza | pizza | pizza | pizza | pizza | pizza | بيتزا | ピザ
k fruit | obst früchte | fruta frutas | fruits fruit | frutta | fruit | fruta frutas | فواكه | 果物 フルーツ
k headphones headset | kopfhörer headset | auriculares cascos | casque casques casque_audio | cuffie cuffia | koptelefoon hoofdtelefoon headset | fones auscultadores | سماعات_راس سماعة_راس | ヘッドホン ヘッドフォン
k earbuds earphones<headphones | ohrhörer in-ear | audífonos | écouteurs écouteur | auricolari | oordopjes oortjes | fones_de_ouvido auriculares | سماعات سماعات_اذن | イヤホン
k speaker soundbar speakers loudspeaker | lautsprecher soundbar box boxen | altavoz altavoces barra_de_sonido | enceinte enceintes haut-parleur barre_de_son | cassa casse altoparlante soundbar diffusore | speaker luidspreker soundbar | coluna caixa_de_som alto-falante | مكبر_صوت سبيكر | スピーカー サウンドバー
k laptop notebook laptops | laptop laptops notebook | portátil portátiles ordenador_portátil | ordinateur_portable ordinateurs_portables pc_portable laptop | portatile computer_portatile notebook | laptop laptops | notebook portátil laptop | لابتوب حاسوب_محمول | ノートパソコン ラップトップ ノートPC
k computer | computer rechner pc | ordenador computadora | ordinateur ordinateurs | computer | computer | computador | كمبيوتر حاسوب | パソコン コンピュータ
k tablet | tablet tablets | tableta tablet | tablette tablettes | tablet | tablet tablets | tablet | تابلت | タブレット
k ereader e-reader ebook_reader | e-reader ebook-reader | lector_de_ebooks libro_electrónico e-reader | liseuse liseuses | lettore_di_ebook e-reader ebook_reader | e-reader | leitor_digital e-reader | قارئ_كتب | 電子書籍リーダー
k phone smartphone phones mobile cellphone | handy handys smartphone telefon telefone | móvil móviles teléfono teléfonos celular smartphone | téléphone téléphones smartphone portable_téléphone | telefono telefoni cellulare smartphone | telefoon telefoons smartphone mobiel | telefone celular telemóvel smartphone | هاتف جوال موبايل | スマホ 携帯 電話 スマートフォン
k charger chargers | ladegerät ladegeräte ladestation | cargador cargadores | chargeur chargeurs | caricatore caricabatterie | oplader opladers lader | carregador carregadores | شاحن | 充電器
k powerbank power_bank | powerbank powerbanks | batería_externa power_bank | batterie_externe batteries_externes | power_bank batteria_esterna | powerbank | power_bank bateria_externa | باور_بانك بطارية_متنقلة | モバイルバッテリー
k cable cord | kabel | cable cables | câble câbles | cavo cavi | kabel kabels | cabo cabos | كابل سلك | ケーブル
k tv television televisions tvs | fernseher fernsehgerät tv | televisor televisores televisión tele | téléviseur téléviseurs télé télévision | televisore televisori tv | televisie tv | televisão televisor tv | تلفزيون تلفاز | テレビ
k projector | beamer projektor | proyector proyectores | vidéoprojecteur vidéoprojecteurs projecteur | proiettore proiettori | beamer projector | projetor | بروجكتر جهاز_عرض | プロジェクター
k monitor screen display | monitor monitore bildschirm | monitor pantalla | écran écrans moniteur | monitor schermo schermi | monitor beeldscherm | monitor tela | شاشة | モニター ディスプレイ
k keyboard | tastatur tastaturen | teclado teclados | clavier claviers | tastiera tastiere | toetsenbord | teclado teclados | لوحة_مفاتيح | キーボード
k mouse | maus mäuse | ratón ratones | souris | mouse | muis | rato mouse | ماوس فارة | マウス
k webcam | webcam webcams | webcam cámara_web | webcam webcams | webcam | webcam | webcam | كاميرا_ويب | ウェブカメラ
k microphone mic | mikrofon mikrofone | micrófono | micro micros microphone | microfono microfoni | microfoon | microfone | ميكروفون | マイク
k printer printers | drucker | impresora impresoras | imprimante imprimantes | stampante stampanti | printer | impressora | طابعة | プリンター
k camera cameras | kamera kameras | cámara cámaras | caméra caméras appareil_photo appareils_photo | fotocamera fotocamere videocamera telecamera | camera camera's | câmera câmara | كاميرا | カメラ
k drone | drohne drohnen | dron drone | drone drones | drone | drone | drone | درون | ドローン
k lamp lamps lighting headlamp headlamps lantern torch flashlight | lampe lampen leuchte | lámpara lámparas | lampe lampes luminaire | lampada lampade | lamp lampen | lâmpada luminária candeeiro | مصباح لمبة | ランプ ライト 照明
k storage ssd hard_drive | festplatte festplatten ssd speicher | disco_duro ssd almacenamiento | disque_dur ssd stockage | disco_rigido ssd hard_disk | harde_schijf ssd | disco_rígido ssd hd_externo | قرص_صلب | ハードディスク SSD
k usbstick usb_stick flash_drive thumb_drive | usb-stick | memoria_usb pendrive | clé_usb clés_usb | chiavetta chiavetta_usb | usb-stick | pen_drive pendrive | فلاش | USBメモリ
k memorycard memory_card sd_card microsd | speicherkarte | tarjeta_de_memoria | carte_mémoire | scheda_di_memoria | geheugenkaart | cartão_de_memória | بطاقة_ذاكرة | メモリーカード SDカード
k console game_console | konsole spielkonsole | consola consolas videoconsola | console consoles | console | spelcomputer console | console consola | بلايستيشن جهاز_العاب | ゲーム機
k controller gamepad | controller gamepad | mando mandos | manette manettes | controller joypad | controller gamepad | controle comando | يد_تحكم | コントローラー
k fridge refrigerator freezer | kühlschrank kühlschränke gefrierschrank | nevera neveras frigorífico | frigo réfrigérateur congélateur | frigorifero frigo congelatore | koelkast vriezer | geladeira frigorífico | ثلاجة | 冷蔵庫
k machine machines | maschine maschinen waschmaschine kaffeemaschine | máquina lavadora cafetera | machine lave-linge cafetière | macchina lavatrice | machine wasmachine koffiezetapparaat | máquina cafeteira | غسالة ماكينة | 洗濯機 マシン
k vacuum vacuum_cleaner | staubsauger | aspiradora aspirador | aspirateur aspirateurs | aspirapolvere | stofzuiger | aspirador | مكنسة | 掃除機
k toaster oven microwave | toaster ofen mikrowelle | tostadora horno microondas | grille-pain four micro-ondes | tostapane forno forni microonde | broodrooster oven magnetron | torradeira forno micro-ondas | محمصة فرن ميكروويف | トースター オーブン レンジ
k chair stool | stuhl stühle hocker sessel | silla sillas sillón | chaise chaises fauteuil tabouret | sedia sedie poltrona | stoel stoelen kruk | cadeira cadeiras poltrona | كرسي كراسي | 椅子 チェア
k table desk | tisch tische schreibtisch | mesa mesas escritorio | table tables bureau_meuble | tavolo tavoli scrivania | tafel tafels | mesa mesas escrivaninha | طاولة مكتب_خشب | テーブル 机 デスク
k sofa couch | sofa sofas couch | sofá sofás | canapé canapés | divano divani | bank bankstel | sofá sofás | اريكة كنبة | ソファ
k bed mattress | bett betten matratze | cama camas colchón | lit lits matelas | letto letti materasso | bed bedden matras | cama camas colchão | سرير فراش مرتبة | ベッド マットレス
k pillow cushion | kissen kopfkissen | almohada cojín | oreiller coussin | cuscino cuscini | kussen | almofada travesseiro | وسادة مخدة | 枕 クッション
k blanket duvet | decke bettdecke | manta edredón | couverture couette | coperta piumone | deken dekbed | cobertor manta edredom | بطانية لحاف | 毛布 布団
k shelf bookcase wardrobe cupboard | regal schrank schränke | estantería armario | étagère armoire | scaffale armadio libreria | kast plank | estante armário | رف خزانة | 棚 本棚
k rug carpet | teppich teppiche | alfombra | tapis | tappeto tappeti | tapijt vloerkleed | tapete | سجادة | ラグ カーペット
k towel | handtuch handtücher | toalla toallas | serviette_de_bain serviettes | asciugamano asciugamani | handdoek | toalha | منشفة | タオル
k candle | kerze kerzen | vela velas | bougie bougies | candela candele | kaars kaarsen | vela velas | شمعة شموع | キャンドル ろうそく
k vase | vase vasen | jarrón florero | vase vases | vaso vasi | vaas | jarra | مزهرية | 花瓶
k cup mug cups mugs | tasse tassen becher | taza tazas | tasse tasses mug | tazza tazze | mok mokken kopje | caneca xícara | كوب فنجان | カップ マグ
k plate bowl | teller schüssel schale | plato cuenco bol | assiette bol saladier | piatto piatti ciotola | bord kom schaal | prato tigela | طبق صحن | 皿 ボウル
k flask bottle bottles thermos canteen | trinkflasche thermosflasche | botella botellas termo | gourde gourdes bouteille thermos | borraccia borracce bottiglia thermos | drinkfles fles flessen thermosfles | garrafa garrafas | قارورة ترمس | 水筒
k pan pot saucepan | pfanne topf töpfe | sartén olla cazo | poêle casserole | padella pentola | pan pannen | panela frigideira | مقلاة قدر | フライパン 鍋
k knife knives | messer | cuchillo cuchillos navaja | couteau couteaux | coltello coltelli | mes messen | faca facas | سكين | 包丁 ナイフ
k cream lotion moisturiser moisturizer | creme cremes lotion hautcreme | crema_facial crema_hidratante loción | crème crèmes lotion | crema_viso crema_idratante lozione | crème huidcrème | creme hidratante loção | كريم مرطب | クリーム 保湿
k soap | seife seifen | jabón jabones | savon savons | sapone saponi | zeep | sabonete sabão | صابون | 石鹸
k shampoo | shampoo | champú | shampoing shampooing | shampoo | shampoo | xampu champô | شامبو | シャンプー
k perfume fragrance | parfum parfüm duft | perfume | parfum parfums | profumo profumi | parfum | perfume | عطر | 香水
k sunscreen sun_cream | sonnencreme sonnenmilch | crema_solar protector_solar | crème_solaire | crema_solare | zonnebrand | protetor_solar | واقي_شمس | 日焼け止め
k makeup lipstick mascara | schminke lippenstift mascara | maquillaje pintalabios | maquillage rouge_à_lèvres | trucco rossetto | make-up lippenstift | maquiagem batom | مكياج احمر_شفاه | 口紅 コスメ
k toy toys puzzle | spielzeug puzzle spielsachen | juguete juguetes puzle | jouet jouets puzzle | giocattolo giocattoli puzzle | speelgoed puzzel | brinquedo brinquedos quebra-cabeça | لعبة العاب | おもちゃ パズル
k book books | buch bücher | libro libros | livre livres | libro libri | boek boeken | livro livros | كتاب كتب | 本
k guitar | gitarre gitarren | guitarra guitarras | guitare guitares | chitarra chitarre | gitaar | guitarra violão | جيتار | ギター
k plant plants | pflanze pflanzen | planta plantas | plante plantes | pianta piante | plant planten | planta plantas | نبات نباتات | 植物 観葉植物
k petfood pet_food dog_food cat_food | hundefutter katzenfutter tierfutter | comida_para_perros comida_para_gatos pienso | croquettes nourriture_pour_chien | cibo_per_cani cibo_per_gatti crocchette | hondenvoer kattenvoer | ração | طعام_قطط طعام_كلاب | ペットフード
k diapers nappies | windeln windel | pañales pañal | couches_pour_bébé couches | pannolini | luiers | fraldas | حفاضات | おむつ
m cotton | baumwolle | algodón | coton | cotone | katoen | algodão | قطن قطني قطنية | コットン 綿
m wool merino lambswool | wolle schurwolle merino merinowolle lammwolle | lana merino | laine mérinos | lana merino merinos | wol merino merinowol | lã merino | صوف صوفي صوفية | ウール 羊毛 メリノ
m cashmere | kaschmir cashmere | cachemira cachemir | cachemire | cashmere | kasjmier | caxemira | كشمير | カシミア カシミヤ
m linen | leinen | lino | lin | lino | linnen | linho | كتان | リネン 麻
m silk | seide | seda | soie | seta | zijde | seda | حرير حريري | シルク 絹
m leather lambskin cowhide | leder lammleder rindsleder | cuero piel | cuir | pelle cuoio | leer leren | couro pele | جلد جلدي | 革 レザー
m polyester | polyester | poliéster | polyester | poliestere | polyester | poliéster | بوليستر | ポリエステル
m nylon | nylon | nailon | nylon | nylon | nylon | náilon | نايلون | ナイロン
m down | daunen daune daunenfüllung | plumón plumas | duvet | piuma piumino | dons | penas plumas | ريش | ダウン
m fleece | fleece | forro_polar polar | polaire | pile | fleece | fleece | فليس | フリース
m denim_cloth | denim | denim mezclilla | denim | denim | denim | ganga | دنيم | デニム生地
m velvet | samt | terciopelo | velours | velluto | fluweel | veludo | مخمل | ベルベット
m satin | satin | satén raso | satin | raso satin | satijn | cetim | ساتان | サテン
m wood wooden oak walnut_wood | holz eiche | madera roble | bois chêne | legno rovere | hout eiken | madeira carvalho | خشب خشبي | 木製 木 オーク
m metal steel aluminium | metall stahl aluminium | metal acero aluminio | métal acier aluminium | metallo acciaio alluminio | metaal staal aluminium | metal aço alumínio | معدن فولاذ المنيوم | 金属 ステンレス アルミ
m glass | glas | vidrio cristal | verre | vetro | glas | vidro | زجاج | ガラス
m ceramic porcelain | keramik porzellan | cerámica porcelana | céramique porcelaine | ceramica porcellana | keramiek porselein | cerâmica porcelana | سيراميك خزف | 陶器 磁器 セラミック
m gold | gold | oro | or | oro | goud | ouro | ذهب | 金
m silver | silber | plata | argent | argento | zilver | prata | فضة | 銀 シルバー
m plastic | plastik kunststoff | plástico | plastique | plastica | plastic | plástico | بلاستيك | プラスチック
m straw | stroh | paja | paille | paglia | stro | palha | قش | 麦わら
c black | schwarz schwarze schwarzer schwarzes schwarzen | negro negra negros negras | noir noire noirs noires | nero nera neri nere | zwart zwarte | preto preta pretos pretas | اسود سوداء | 黒 ブラック
c white ivory | weiß weiße weißer weißes weißen | blanco blanca blancos blancas | blanc blanche blancs blanches | bianco bianca bianchi bianche | wit witte | branco branca brancos brancas | ابيض بيضاء | 白 ホワイト
c grey gray | grau graue grauer graues grauen | gris grises | gris grise grises | grigio grigia grigi grigie | grijs grijze | cinza cinzento | رمادي رمادية | グレー 灰色
c red burgundy | rot rote roter rotes roten | rojo roja rojos rojas | rouge rouges | rosso rossa rossi rosse | rood rode | vermelho vermelha vermelhos | احمر حمراء | 赤 レッド
c blue navy indigo turquoise | blau blaue blauer blaues blauen | azul azules | bleu bleue bleus bleues | blu azzurro azzurra | blauw blauwe | azul azuis | ازرق زرقاء | 青 ブルー 紺
c green olive_green sage emerald | grün grüne grüner grünes grünen | verde verdes | vert verte verts vertes | verde verdi | groen groene | verde verdes | اخضر خضراء | 緑 グリーン
c yellow mustard | gelb gelbe gelber gelbes gelben | amarillo amarilla amarillos | jaune jaunes | giallo gialla gialli | geel gele | amarelo amarela | اصفر صفراء | 黄色 イエロー
c orange_colour | orangefarben | naranja | orange oranges | arancione | oranje | laranja | برتقالي | オレンジ色
c pink rose | rosa pink | rosa rosas | rose roses | rosa | roze | rosa cor-de-rosa | وردي زهري | ピンク
c purple lilac plum | lila violett | morado morada lila violeta | violet violette lilas | viola lilla | paars | roxo lilás | بنفسجي ارجواني | 紫 パープル
c brown tan camel cognac | braun braune brauner braunes braunen | marrón marrones | marron brun brune | marrone marroni | bruin bruine | marrom castanho | بني بنية | 茶色 ブラウン
c beige sand natural cream_colour | beige sandfarben | beis beige | beige | beige | beige | bege | بيج | ベージュ
a women woman ladies lady female wife girlfriend mother mum mom sister grandmother grandma daughter | damen frau frauen mutter mama schwester freundin oma tochter | mujer mujeres señora madre hermana novia abuela esposa | femme femmes dame mère soeur grand-mère épouse copine | donna donne madre mamma sorella moglie nonna fidanzata | dames vrouw vrouwen moeder zus vriendin oma | mulher mulheres mãe irmã esposa avó namorada | نساء نسائي امراة زوجتي امي اختي نسائية | 女性 レディース 妻 母 彼女
a men man gentlemen male husband boyfriend father dad brother grandfather grandpa son | herren mann männer vater papa bruder freund opa sohn | hombre hombres caballero padre hermano novio marido abuelo | homme hommes père frère mari grand-père copain | uomo uomini padre papà fratello marito nonno fidanzato | heren man mannen vader broer opa | homem homens pai irmão marido avô namorado | رجال رجالي رجل زوجي ابي اخي رجالية | 男性 メンズ 夫 父 彼氏
a kids kid child children boy girl toddler boys girls | kinder kind junge mädchen kleinkind kindern | niño niños niña niñas infantil | enfant enfants garçon fille | bambino bambini bambina bambine ragazzo | kinderen kind jongen meisje | criança crianças menino menina infantil | اطفال طفل اولاد ولد بنات طفلي | 子供 キッズ 子ども
a baby babies newborn | baby babys säugling | bebé bebés | bébé bébés | neonato neonati bebè | baby baby's | bebê bebé bebês | رضيع بيبي | 赤ちゃん ベビー
a pets dog dogs cat cats pet | hund hunde katze katzen haustier | perro perros gato gatos mascota | chien chiens chat chats animal_de_compagnie | cane cani gatto gatti | hond honden kat katten | cachorro cão gato gatos | كلب قطة قطط كلاب | 犬 猫 ペット
a seniors senior elderly | senioren senior | mayores anciano ancianos | senior seniors personnes_âgées | anziani anziano | senioren ouderen | idosos idoso | كبار_السن مسنين | 高齢者 シニア
a unisex | unisex | unisex | unisexe mixte | unisex | unisex | unissex | للجنسين | ユニセックス
d vegan vegans | vegan vegane veganer veganes veganen | vegano vegana veganos veganas | végan vegan végane véganes végétalien | vegano vegana vegani vegane | veganistisch vegan | vegano vegana veganos | نباتي_صرف فيغان | ヴィーガン ビーガン
d vegetarian | vegetarisch vegetarische | vegetariano vegetariana | végétarien végétarienne | vegetariano vegetariana | vegetarisch | vegetariano vegetariana | نباتي نباتية | ベジタリアン
d organic | bio biologisch ökologisch | ecológico ecológica orgánico bio | bio biologique | biologico biologica bio | biologisch bio | orgânico orgânica biológico | عضوي عضوية | オーガニック 有機
d halal | halal | halal | halal | halal | halal | halal | حلال | ハラール ハラル
d kosher | koscher | kosher | casher cacher | kosher | koosjer | kosher | كوشر | コーシャ
d decaf decaffeinated | entkoffeiniert entkoffeinierter entkoffeinierten decaf | descafeinado | décaféiné déca | decaffeinato | cafeïnevrij decafé | descafeinado | منزوع_الكافيين | デカフェ
n nut nuts hazelnut hazelnuts almond almonds cashew cashews walnut walnuts peanut peanuts | nuss nüsse nüssen haselnuss haselnüsse haselnüssen mandel mandeln cashew cashewkerne erdnuss walnuss | nuez nueces frutos_secos avellana avellanas almendra almendras anacardos cacahuete cacahuetes | noix noisette noisettes amande amandes cacahuète noix_de_cajou | noce noci nocciola nocciole mandorla mandorle anacardi arachidi frutta_a_guscio frutta_secca | noot noten hazelnoot amandel amandelen pinda's | noz nozes avelã amêndoa amendoim castanha | مكسرات بندق لوز جوز فول_سوداني | ナッツ アーモンド ピーナッツ
n gluten wheat | gluten weizen | gluten trigo | gluten blé | glutine grano frumento | gluten tarwe | glúten trigo | غلوتين جلوتين قمح | グルテン 小麦
n lactose | laktose lactose | lactosa | lactose | lattosio | lactose | lactose | لاكتوز | 乳糖 ラクトース
n milk dairy | milch milchprodukte alpenmilch | leche lácteos lácteo | lait produits_laitiers | latte latticini | melk zuivel | leite laticínios | حليب البان | 牛乳 乳製品 ミルク
n egg eggs | ei eier | huevo huevos | oeuf oeufs | uovo uova | ei eieren | ovo ovos | بيض بيضة | 卵 たまご
n soy soya | soja | soja | soja | soia | soja | soja | صويا | 大豆
n fish | fisch | pescado | poisson | pesce | vis | peixe | سمك | 魚
n shellfish crustaceans | krebstiere schalentiere | marisco mariscos crustáceos | crustacés fruits_de_mer | crostacei | schaaldieren | marisco crustáceos | محار قشريات | 甲殻類
n sesame | sesam | sésamo | sésame | sesamo | sesam | gergelim sésamo | سمسم | ごま
n sugar added_sugar | zucker zuckerzusatz | azúcar azúcares_añadidos azúcar_añadido | sucre sucres_ajoutés sucre_ajouté | zucchero zuccheri_aggiunti | suiker toegevoegde_suiker | açúcar açúcar_adicionado | سكر | 砂糖 糖
n caffeine | koffein | cafeína | caféine | caffeina | cafeïne | cafeína | كافيين | カフェイン
n alcohol | alkohol | alcohol | alcool | alcol alcool | alcohol | álcool | كحول | アルコール
n palm_oil | palmöl | aceite_de_palma | huile_de_palme | olio_di_palma | palmolie | óleo_de_palma | زيت_النخيل | パーム油
n gelatine gelatin | gelatine rindergelatine | gelatina | gélatine | gelatina | gelatine | gelatina | جيلاتين | ゼラチン
n pork pig | schwein schweinefleisch schweins | cerdo | porc | maiale | varken varkensvlees | porco | خنزير | 豚 豚肉
n latex | latex | látex | latex | lattice | latex | látex | لاتكس | ラテックス
n nickel | nickel | níquel | nickel | nichel | nikkel | níquel | نيكل | ニッケル
n perfume_added fragrance_added scent | parfümiert duftstoffe | fragancia perfumado | parfumé | profumato | geparfumeerd | perfumado | معطر | 香料
u waterproof watertight | wasserdicht wasserdichte wasserdichter wasserfest | impermeable impermeables sumergible | imperméable imperméables étanche étanches | impermeabile impermeabili subacqueo | waterdicht waterdichte | impermeável impermeáveis à_prova_d_água | مقاوم_للماء ضد_الماء مضاد_للماء | 防水
u warm insulated | warm warme warmer warmes gefüttert | cálido cálida abrigado abrigada caliente | chaud chaude chauds chaudes | caldo calda caldi calde | warm warme | quente quentes | دافئ دافئة | 暖かい あたたかい 防寒
u lightweight light | leicht leichte leichter leichtes | ligero ligera ligeros | léger légère légers | leggero leggera leggeri | licht lichte lichtgewicht | leve leves | خفيف خفيفة | 軽い 軽量
u breathable airy | atmungsaktiv luftig | transpirable | respirant respirante | traspirante | ademend ademende | respirável | قابل_للتنفس | 通気性
u soft | weich weiche weicher | suave suaves | doux douce | morbido morbida | zacht zachte | macio macia | ناعم ناعمة | 柔らかい
u rain | regen | lluvia | pluie | pioggia | regen | chuva | مطر امطار | 雨
u winter cold snow | winter kälte schnee | invierno frío nieve | hiver froid neige | inverno freddo neve invernale | winter kou sneeuw | inverno frio neve | شتاء برد | 冬 寒い 雪
u summer | sommer sommerlich | verano | été estival | estate estivo estiva | zomer | verão | صيف صيفي | 夏
u hiking trekking trail | wandern wanderung trekking | senderismo excursión montaña | randonnée randonnées | escursionismo trekking montagna | wandelen | trilha caminhada | تنزه مشي_جبال | ハイキング 登山
u camping | camping zelten | camping acampar | camping | campeggio | kamperen camping | acampamento camping | تخييم | キャンプ
u running run jogging | laufen joggen läufer | correr running | course courir jogging | correre corsa running | hardlopen rennen | correr corrida | جري ركض | ランニング ジョギング
u cycling | radfahren fahrrad_fahren | ciclismo | cyclisme à_vélo | ciclismo | fietsen_sport wielrennen | ciclismo | ركوب_الدراجات | サイクリング
u swimming swim beach pool | schwimmen strand baden | nadar natación playa piscina | nager natation plage piscine | nuotare nuoto spiaggia piscina mare | zwemmen strand | nadar natação praia piscina | سباحة شاطئ | 水泳 ビーチ プール
u skiing | skifahren skilaufen | esquiar | skier | sciare | skiën | esquiar | تزلج | スキー
u yoga | yoga | yoga | yoga | yoga | yoga | ioga yoga | يوغا | ヨガ
u sport sports fitness gym | sport fitness training | deporte gimnasio fitness | sport salle_de_sport | sport palestra fitness | sport sportschool | esporte desporto academia | رياضة رياضي | スポーツ ジム
u diving dive | tauchen | bucear buceo | plongée | immersione subacquea | duiken | mergulho | غوص | ダイビング
u office work business | büro arbeit business | oficina trabajo | bureau travail | ufficio lavoro | kantoor werk | escritório trabalho | مكتب عمل | オフィス 仕事
u wedding | hochzeit | boda | mariage | matrimonio nozze | bruiloft | casamento | زفاف عرس | 結婚式
u evening party elegant | abend party festlich elegant abendkleid | noche fiesta elegante | soirée fête élégant élégante | sera festa elegante | avond feest elegant | noite festa elegante | سهرة حفلة انيق | パーティー
u travel trip journey traveling travelling | reise reisen | viaje viajar viajes | voyage voyages voyager | viaggio viaggi viaggiare | reis reizen | viagem viajar | سفر رحلة | 旅行
u gift present gifts | geschenk geschenke | regalo regalos | cadeau cadeaux | regalo regali | cadeau cadeaus | presente prenda | هدية هدايا | プレゼント ギフト 贈り物
u breakfast | frühstück | desayuno | petit-déjeuner | colazione | ontbijt | café_da_manhã pequeno-almoço | فطور افطار | 朝食
u gaming games game play | spielen gaming spiele zocken jeux | jugar juegos videojuegos gaming | jeu jeux jouer gaming | giocare giochi gaming videogiochi | gamen gaming spelen | jogar jogos | العاب_فيديو قيمنق | ゲーム
u music | musik | música | musique | musica | muziek | música | موسيقى | 音楽
u podcast podcasts | podcast podcasts | podcast | podcast podcasts | podcast | podcast | podcast | بودكاست | ポッドキャスト
u drawing draw | zeichnen malen | dibujar dibujo | dessiner dessin | disegnare disegno | tekenen | desenhar desenho | رسم | お絵かき 描く
u reading read | lesen lektüre | leer lectura | lire lecture | leggere lettura | lezen | ler leitura | قراءة | 読書
u photo photos photography | foto fotos fotografie | foto fotos fotografía | photo photos photographie | foto fotografia | foto foto's fotografie | foto fotos fotografia | صور تصوير | 写真
u video_call videocall videoconference | videokonferenz videoanrufe | videoconferencia videollamadas | visioconférence visio | videoconferenza videoconferenze | videobellen | videoconferência | مكالمات_فيديو | ビデオ会議 テレビ会議
u bedroom | schlafzimmer | dormitorio habitación | chambre | camera_da_letto | slaapkamer | quarto | غرفة_نوم | 寝室
u living_room | wohnzimmer | salón | salon | salotto soggiorno | woonkamer | sala_de_estar | غرفة_معيشة | リビング
u kitchen | küche | cocina | cuisine | cucina | keuken | cozinha | مطبخ | キッチン
u garden outdoor | garten draußen outdoor | jardín exterior | jardin extérieur plein_air | giardino esterno | tuin buiten | jardim | حديقة خارجي | 庭 アウトドア
u wireless bluetooth cordless | kabellos kabellose kabelloser drahtlos funk bluetooth | inalámbrico inalámbrica inalámbricos inalámbricas bluetooth | sans_fil bluetooth | senza_fili wireless bluetooth | draadloos draadloze bluetooth | sem_fio sem_fios bluetooth | لاسلكي لاسلكية بلوتوث | ワイヤレス 無線
u wired | kabelgebunden | con_cable | filaire filaires | con_filo con_cavo | bedraad | com_fio | سلكي | 有線
u noise_cancelling noise_canceling noise_cancellation | noise-cancelling geräuschunterdrückung | cancelación_de_ruido | réduction_de_bruit antibruit | cancellazione_del_rumore riduzione_del_rumore | ruisonderdrukking noise-cancelling | cancelamento_de_ruído | عزل_الضوضاء الغاء_الضوضاء | ノイズキャンセリング ノイキャン
u rugged shockproof robust sturdy durable | robust robuste robustes stoßfest outdoor-handy | resistente antigolpes | antichoc robuste résistant solide | resistente robusto antiurto | robuust stevig schokbestendig | resistente robusto | متين مقاوم_للصدمات | 頑丈 耐衝撃
u ergonomic | ergonomisch ergonomische ergonomischer | ergonómico ergonómica | ergonomique ergonomie | ergonomico ergonomica | ergonomisch ergonomische | ergonômico | مريح_للمعصم | エルゴノミクス 人間工学
u surveillance security_camera | überwachung überwachungskamera | vigilancia seguridad | surveillance sécurité | sorveglianza sicurezza | beveiliging bewaking | vigilância segurança | مراقبة | 防犯 監視
u action_camera | actionkamera actioncam | acción | caméra_d_action | action_cam | actioncamera | câmera_de_ação | اكشن_كاميرا | アクションカメラ
u smoked | geräuchert geräucherter geräucherte | ahumado ahumada | fumé fumée | affumicato affumicata | gerookt gerookte | defumado fumado | مدخن | 燻製 スモーク
u spicy hot_sauce chili | scharf scharfe scharfes pikant | picante picantes | piquant piquante épicé épicée | piccante piccanti | pittig pittige scherp | picante picantes | حار حارة | 辛い
u sweet | süß süße süßes | dulce | sucré sucrée | dolce | zoet zoete | doce | حلو | 甘い
u salty salted | salzig gesalzen | salado salada | salé salée | salato salata | zout gezouten | salgado | مالح | 塩味
u dry_taste dry | trocken trockener trockene | seco seca | sec sèche | secco secca | droog droge | seco seca | جاف | 辛口
u bitter | bitter herb | amargo amarga | amer amère | amaro amara | bitter | amargo amarga | مر | 苦い
u white_wine | weißwein | vino_blanco | vin_blanc | vino_bianco | witte_wijn | vinho_branco | نبيذ_ابيض | 白ワイン
u red_wine | rotwein | vino_tinto | vin_rouge | vino_rosso | rode_wijn | vinho_tinto | نبيذ_احمر | 赤ワイン
u green_tea | grüntee grüner_tee | té_verde | thé_vert | tè_verde | groene_thee | chá_verde | شاي_اخضر | 緑茶
u black_tea | schwarztee schwarzer_tee | té_negro | thé_noir | tè_nero | zwarte_thee | chá_preto | شاي_اسود | 紅茶
u dark_chocolate | zartbitterschokolade dunkle_schokolade zartbitter | chocolate_negro | chocolat_noir | cioccolato_fondente | pure_chocolade | chocolate_amargo | شوكولاتة_داكنة | ダークチョコ
u milk_chocolate | vollmilchschokolade milchschokolade | chocolate_con_leche | chocolat_au_lait | cioccolato_al_latte | melkchocolade | chocolate_ao_leite | شوكولاتة_بالحليب | ミルクチョコ
u goat | ziege ziegen ziegenkäse | cabra | chèvre | capra | geit geiten | cabra | ماعز | 山羊 ヤギ
u olive | olive oliven olivenöl | oliva aceituna | olive olives | oliva olive | olijf olijven olijfolie | oliva azeitona azeite | زيتون | オリーブ
u apple | apfel äpfel apfelsaft apfelessig | manzana | pomme pommes | mela mele | appel | maçã | تفاح | りんご
u tomato | tomate tomaten | tomate | tomate tomates | pomodoro pomodori | tomaat tomaten | tomate | طماطم | トマト
u strawberry | erdbeere erdbeer erdbeeren | fresa fresas | fraise fraises | fragola fragole | aardbei | morango | فراولة | いちご
u salad | salat salate | ensalada ensaladas | salade salades | insalata insalate | salade sla | salada saladas | سلطة | サラダ
u risotto | risotto risottoreis | risotto | risotto | risotto | risotto | risoto | ريزوتو | リゾット
u light_roast | helle_röstung | tueste_claro | torréfaction_claire torréfaction_légère | tostatura_chiara | lichte_branding | torra_clara | تحميص_فاتح | 浅煎り
u dark_roast | dunkle_röstung | tueste_oscuro | torréfaction_foncée | tostatura_scura | donkere_branding | torra_escura | تحميص_غامق | 深煎り
u striped stripes | gestreift streifen | rayas rayado | rayé rayures | righe rigato | gestreept strepen | listrado riscas | مخطط | ストライプ ボーダー
u checked check | kariert karo | cuadros | carreaux | quadri scacchi | geruit ruiten | xadrez | كاروهات | チェック柄
u long_sleeve long_sleeves | langarm langärmlig | manga_larga | manches_longues | maniche_lunghe | lange_mouwen | manga_comprida | كم_طويل | 長袖
u hood hooded | kapuze | capucha | capuche | cappuccio | capuchon | capuz | قلنسوة غطاء_راس | フード付き
u recycled | recycelt recyceltes recyceltem | reciclado reciclada | recyclé recyclée | riciclato riciclata | gerecycled gerecyclede | reciclado reciclada | معاد_تدويره | リサイクル 再生
u portable pocket | tragbar tragbare klein kleine kompakt | portable_de_mano compacto | portable portatif de_poche compact | portatile_da_viaggio compatto tascabile | draagbaar draagbare compact | compacto | محمول صغير | ポータブル コンパクト 小型
u simple easy | einfach einfaches einfache | sencillo sencilla fácil | simple facile simples | semplice facile | eenvoudig eenvoudige | simples fácil | بسيط سهل | シンプル 簡単
u gps | gps | gps | gps | gps | gps | gps | جي_بي_اس | GPS
u usb_c usb-c type-c | usb-c | usb-c | usb-c | usb-c | usb-c | usb-c | يو_اس_بي_سي | USB-C
u hdmi | hdmi | hdmi | hdmi | hdmi | hdmi | hdmi | اتش_دي | HDMI
u backup | sicherung sichern backup | copia_de_seguridad | sauvegarde sauvegarder | backup | back-up | cópia_de_segurança | نسخ_احتياطي | バックアップ
u sensitive_skin sensitive | empfindlich empfindliche sensible | sensible sensibles | sensible sensibles | sensibile sensibili | gevoelig gevoelige | sensível | حساسة حساس | 敏感肌 敏感
u machine_washable washable | waschmaschinenfest waschbar | lavable | lavable | lavabile | wasbaar | lavável | قابل_للغسل | 洗える 洗濯可
u reflective | reflektierend | reflectante | réfléchissant | riflettente catarifrangente | reflecterend | refletivo | عاكس | 反射
`
