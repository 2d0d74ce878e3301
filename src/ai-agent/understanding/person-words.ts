import type { Language } from '../turn.ts'

/** The words of which people make the wish for a person. All but `ja` are words or short phrases, split at commas. */
export interface PersonWords {
  /** Whom they ask for. */
  person: string
  /** What they want to do with them, or have done. */
  talk: string
  /** What else may stand in such a sentence without changing its sense. */
  other: string
  /** Start of the subject, at which the wish ends: "… about my tent". */
  about: string
}

export const PERSON_WORDS: Record<Exclude<Language, 'ja'>, PersonWords> = {
  en: {
    person: `human, humans, person, people, agent, agents, representative, rep, operator, advisor, adviser, employee,
      someone, somebody, anyone, human being, customer service, customer support, customer care, live chat, live agent,
      live person, staff, staff member, team member, your team, support team, colleague, manager, supervisor,
      consultant, assistant manager, associate, real one, live support, service rep, support agent, human support, boss, support, help desk, helpdesk, colleagues, member of staff, staff members,
      member of your team, members of your team, one of you, crew, salesperson, somebody in charge, person in charge, your people, one of your people, shop assistant, specialist, expert, customer care team, customer service team, real human, human colleague`,
    talk: `talk, speak, chat, connect, transfer, contact, call, reach, reach out, get in touch, put me through, put me on,
      pass me, forward me, hand me over, escalate, get hold of, get through, switch, talking, speaking, chatting, get me,
      give me, bring me, redirect, phone, ring, have me called, message, call me, call me back, called, discuss, take over, talk to, speak with,
      pass me on, put me, put me in touch, assist, assistance, handle, answer, reply, respond, deal with, hook me up, conversation, request, requesting, demand, insist on, swap, patch me through, direct me, refer me, take me, human to human, connected, transferred, hand off, handover, hand over, help me, can help,
      dealing with, deal with, spoken to, helped by, a word with, have a word, hear from, hand me to, hand me, take a look, putting me through, putting me, getting me, connecting, connecting me, transferring, passing me, passing, pass this on, pass it on, pass this, forward this, forward it, hand this over, get back to, get back to me, getting back to me, come back to me, contacting, reaching, be contacted, call back, give me a ring, give me a call, give me a bell, look at, look into, look after, take care of, have a look at, take this over, take it from here, step in, in touch, be in touch, join, sort out`,
    other: `i, id, im, ill, we, you, me, my, would, could, can, may, might, want, wanna, need, like, please, pls, plz, to, with, a, an,
      the, real, actual, live, human, now, right now, here, there, is, it, from, at, of, your, in, on, for, rather, prefer,
      just, only, really, some, one, get, have, let, lets, possible, instead, not, no, bot, bots, robot, chatbot, machine,
      ai, computer, stop, dont, do, again, asap, immediately, urgently, today, hi, hello, hey, thanks, thank, ok, okay, so, well,
      hi there, service, support, customer, help, this, that, first, directly, back, any, who, how, through, and, be, am, sorry, but,
      able, want a, ive, been, asking, already, twice, up, over, actually, yes, still, available, proper, than, else, team, department, shop, store, company, line, wish,
      another, enough, instead of, this thing, automated, an ai, talking to, would love, are, chance, way, speak, gonna, gotta, must, both, either, other, side, soon, later, possible,
      want, refuse, shall, should, id like, id rather, rather not, thats, its, there, ive got, dear, sir, madam, kindly, why cant, cant, wont, never, more, anymore, out, off, between, currently, online, awake, behind, these, understand, useless, no more, me too, got, anywhere, please help, found, yourself, urgent, important, quickly, fast, minute, moment, quick, yours, third, second, time, asking, helping, get, put, wants, needs, put a, on, real there, anything, useless, why, unhelpful,
      one of, of your, someone from, mind, wondering, whether, possibly, kindly, appreciate, grateful, convenience, would mind, case, matter, this chat, this conversation, my case, my request, qualified, experienced, knowledgeable, whom, with whom, to whom`,
    about: `about, because, regarding, since, who, that can, concerning, before, when, as i, for my, on my, so that, so i, if, my problem, my issue, re, and not, in person, to help, to assist, with my, to solve, to fix, who will, to discuss, to sort`,
  },
  de: {
    person: `mensch, menschen, mitarbeiter, mitarbeiterin, mitarbeitern, person, jemand, jemanden, jemandem, berater, beraterin, kundenservice, kundendienst,
      kundenbetreuer, kundenberater, kundenberaterin, kundenbetreuung, ansprechpartner, support mitarbeiter, kollegen, kollegin, echten menschen, support, hotline, servicemitarbeiter,
      sachbearbeiter, vorgesetzten, chef, agent, agenten, menschlichen, operator, team,
      kolleginnen, kollege, betreuer, betreuerin, fachkraft, fachberater, verkaufer, verkauferin, mitarbeitenden, mitarbeitende, angestellten, person, zustandigen`,
    talk: `sprechen, reden, verbinden, verbinde, weiterleiten, weiterverbinden, telefonieren, chatten, kontaktieren, erreichen, schreiben, durchstellen,
      rufen, anrufen, ruft mich an, sprech, rede, spreche, geben, geben sie mir, gib mir, holen, hol, schicken, unterhalten, kontakt, ubernehmen, weitergeben, weiterreichen, zuruckrufen, austauschen, antworten,
      leite, leiten, leiten sie, gesprach, telefonat, ruckruf, helfen, hilft, beantworten, ubernimmt, durchstellen, stellen, wechseln, umschalten, schalten, verbindet, verbunden, anruf, meldet, melden, rufen sie, beraten, beraten lassen, kommunizieren, austausch,
      anruft, geholfen, bedient, ruft, kummert, kummern, kummere, annimmt, annehmen, betreuen, betreut, weiterhilft, weiterhelfen, durchzustellen, weiterzuleiten, verbunden zu werden, in verbindung setzen, kontaktiert, kontaktieren, sprechen darf, zuruckruft, ans telefon`,
    other: `ich, wir, mochte, mocht, will, wurde, hatte, brauche, bitte, gern, gerne, lieber, mit, einem, einen, einer, ein, eine, dem, der, den, die, das, echten, echter, echte, echtem,
      richtigen, richtiger, realen, lebenden, mich, mir, uns, kann, konnen, konnte, konnten, kann ich, darf, durfte, sie, ihr, du, jetzt, sofort, gleich, direkt, hier, zu, zum, zur, an, am, von, euch, ihnen, ihrem, eurem, team,
      wieder, doch, nur, nicht, kein, keinen, keine, bot, roboter, maschine, ki, computer, chatbot, automat, statt, anstatt, hallo, guten, tag, moin, danke, ja, nein, es, ist, gibt, moglich, da, aus, vom, personlich, service, menschlichen, menschlicher,
      irgendwie, endlich, mal, bald, telefonisch, dringend, wunsche, aber, und, so, auch, weiter, irgendjemand, mehr, stopp, schluss, sorry, dieser, diesem, im, chat, bei, wie, wo, als, verlange, jemals, jemand anders, hilfe,
      anwesend, verfugbar, erreichbar, weiter, durch, bevorzuge, wunsche, fordere, benotige, brauch, mag, wieso, warum, lassen, lass, lasst, wollen, sollen, soll, dann, hab, habe, haben, werden, wird, weder, noch, einfach, unbedingt, schnell, bitteschon, anderen, anderem, anders, richtige, richtigem, echt, real, realem, lebendigen, ins, rede ich, mein, meine, anliegen, frage, gerade, online, bloss, lebende, echtes, echter, echte, irgendein, hier, wirklich,
      aus ihrem haus, aus ihrem hause, hause, zustandige, zustandigen, zustandiger, ihrer, eurer, ihre, eure, sich, dass, freundlichkeit, so, freundlich, dazu, darum, anliegen, person, um mein anliegen, um meinen fall, um die sache, zustandig, welcher, welchem, ware, hatten, durfte`,
    about: `uber, wegen, weil, da ich, bezuglich, bzgl, der mir, die mir, zwecks, denn, wenn, um, was, fur meine, fur mein, zu meiner, zu meinem`,
  },
  es: {
    person: `humano, humana, humanos, persona, personas, agente, agentes, asesor, asesora, operador, operadora, alguien, representante, empleado, empleada, atencion al cliente,
      servicio al cliente, servicio de atencion, soporte, ser humano, encargado, encargada, responsable, gerente, supervisor, companero, trabajador, ejecutivo, empleados, encargados, asesores, operadores, companeros,
      compañera, compañeras, compañeros, colega, colegas, miembro, miembros, miembro del equipo, experto, especialista, dependiente, encargados, atencion al cliente humana, persona de verdad`,
    talk: `hablar, hablo, chatear, contactar, comunicar, comunicarme, comuniqueme, comunicame, conectar, conectame, conecteme, transferir, transfiereme, transfierame, pasar, pasame, paseme, paso, poner, ponme, pongame, llamar, llamen, llameme, llamenme,
      llamame, derivar, derivame, contactarme, hable, hablarle, atender, atienda, atiendame, dame, deme, comunicarse, contacto, conversar, pasarme, ponerme,
      ayude, ayudar, ayudarme, responder, responda, conteste, contestar, ponerse, en contacto, llamada, derivarme, transferirme, conecta, conecten, pasen, pasarme con, charlar, platicar, dialogar, hablemos, comunicarme con, me comunica, comunicas, enlazar, enlazame, consultar con, tratar, atenderme, atendernos, atendido, atendida,
      pasarme, derivara, atendiera, atiendan, ayudado, contactara, llamara, pusiera en contacto, pusiera, pongan en contacto, ponga en contacto, transferirme, tratar este asunto, tratarlo, hacerse cargo, se haga cargo, se ocupe, encargue, poner en contacto, dirigirme, remitirme, platicar`,
    other: `yo, quiero, quisiera, queria, necesito, me, gustaria, puedo, podria, puede, puedes, podrias, pueden, podeis, con, un, una, el, la, los, las, al, a, de, del, por, favor, real, verdad, verdadera, verdadero, ahora, ya, mismo, aqui,
      en, que, alguna, algun, no, bot, robot, maquina, ia, chatbot, ordenador, computadora, hola, buenas, buenos, tardes, dias, gracias, directamente, preferiria, prefiero, mejor, solo, hay, es, posible, tu, su, vuestro, equipo, tienda, carne, hueso, y, urgente, urgentemente,
      lo, se, esto, esta, este, para, si, otra, vez, ser, sea, hacer, humano, cliente, soy, cuanto antes, humana, favorcito, porfa, porfavor, le, nadie, algo,
      quien, disponible, estan, esta, necesitaria, deseo, deseo, solicito, pido, exijo, requiero, urge, deja, dejen, dejame, sin, como, donde, tienen, teneis, tienes, vosotros, ustedes, usted, quisiese, algun, otro, otra, ningun, mas, ni, nada, momento, rapido, pronto, linea, vivo, unos, porque no, entiende, entiendes, directo, carajo, te, les, os, busco, buscar, alguno, sus, ahi, de verdad, sirves, ayuda, ayudas, pueda, puedan, pudiera, cual, cual, hablar, la que, que pueda,
      seria, tan, amable, uno, una, sus, vuestros, asunto, tema, caso, mi caso, agradeceria, preferiria, tendria, inconveniente, dirijan, quien, con quien`,
    about: `sobre, porque, acerca, respecto, referente, ya que, que me ayude, que pueda, debido, para que, por lo de, por mi, cuando, para resolver, con mi, para mi, por un`,
  },
  fr: {
    person: `humain, humaine, personne, personnes, agent, agents, conseiller, conseillere, operateur, operatrice, quelquun, representant, employe, service client, service clients, service apres vente, sav,
      etre humain, responsable, interlocuteur, support, collaborateur, collegue, vrai humain, vraie personne, equipe, gerant, superviseur, membre, membres, humains, conseillers,
      collegues, collegue, charge de clientele, technicien, vendeur, vendeuse, specialiste, expert, conseilleres, interlocutrice, quelquun de votre equipe, membre de votre equipe`,
    talk: `parler, parle, discuter, contacter, joindre, echanger, connecter, transferer, transferez, transferez moi, passer, passez, passez moi, mettre en relation, mettez moi en relation, rappeler, rappelez, appeler, appelez, appelez moi, relation, contact,
      dialoguer, chatter, tchatter, ecrire, donnez moi, avoir, adresser, repondre, reponde, transmettre, rediriger, mettre, mettez, orienter, prenne le relais,
      aider, disponible, appel, rappel, communiquer, parlez, parler a, connectez, connecte, basculer, bascule, converser, rediriger, redirigez, renvoyer vers, orientez, dirigez, demander, entretenir, rencontrer, prendre contact, entrer en contact, repondez, transfert, redirection, contactez, prendre le relais, prendre la main, reprendre, echange, discuter avec,
      mappelle, appelle, me recontacte, me rappelle, me contacte, recontacte, recontactee, recontacter, recontactez, contacte, contactee, rappele, rappelee, mis en relation, mise en relation, affaire a, avoir affaire, traiter, transferez ma demande, transmettez, occupe, occuper, prendre en charge, prenne en charge, me joindre, me repondre`,
    other: `je, j, jaimerais, jaimerai, voudrais, veux, souhaite, souhaiterais, souhaiterai, prefere, prefererais, besoin, jai, ai, de, d, dun, dune, a, au, avec, un, une, le, la, les, l, du, vrai, vraie, veritable, reel, reelle, en, chair, os, svp, sil, vous, plait, te,
      puis, peux, pouvez, peut, pourrais, pourrait, pourriez, est, ce, que, quon, on, me, moi, mon, votre, maintenant, tout, suite, directement, plutot, pas, ne, non, bot, robot, machine, ia, chatbot, ordinateur, bonjour, salut, bonsoir, merci, ici, il, y, possible, possibilite, comment,
      et, etre, mis, mise, par, telephone, chat, seul, juste, seulement, urgent, sinon, rien, stop, cest, aide, sur, des, oui, nest, autre, humain, client, encore, fois, ou, qui, vite, faire, aimerais, aimerai, jsouhaite, pour, plus,
      la, exige, demande, merci de, veuillez, parmi, sans, lieu, aucun, stop, assez, avez, a t il, existe, existe t il, trouver, trouve, possible de, serait, dois, devrais, faut, moyen, depuis, comme, vivant, vivante, autre, quune, quil, pourriez, aupres, chez, entre, humaine, que je, javais, avoir, toute, urgence, urgemment, rapidement, telephonique, ligne, direct, en direct, direct, reel, y, est il, un, aides, aide pas, qu, notre, nos, vers,
      vos, leur, service, votre service, dun de, un de, une de, auriez, amabilite, serait il, demande, ma demande, cas, mon cas, vive voix, de vive voix, reelle, preferable, gentillesse, souhaiterais, pourrait, pourrais`,
    about: `au sujet, concernant, parce, car, a propos, pour que, qui puisse, qui peut, afin, lorsque, suite a, puisque, pour mon, pour ma, pour resoudre`,
  },
  it: {
    person: `umano, umana, umani, persona, persone, agente, operatore, operatrice, operatori, qualcuno, consulente, rappresentante, impiegato, addetto, addetta, assistenza clienti, servizio clienti, assistenza, essere umano,
      responsabile, commesso, commessa, collega, supporto, staff, direttore, incaricato,
      colleghi, colleghe, esperto, specialista, referente, operatori, addetti, membro, membri, membro del team, qualcuno del team`,
    talk: `parlare, parlo, parlarne, chattare, contattare, mettermi in contatto, collegare, collegami, collegatemi, trasferire, trasferisci, trasferiscimi, trasferitemi, passare, passami, passatemi, mi passi, passi, chiamare, chiamatemi, richiamare, richiamatemi, connettere, connettimi, connettermi, contatto, conversare, dialogare,
      comunicare, rispondere, risponda, dammi, datemi, mettetemi, mettimi, mettermi, scrivere, discutere, parlarmi,
      metta, mettete, metta in contatto, mette, mette in contatto, aiutare, aiuti, aiutarmi, chiamata, contatti, contattarmi, contattato, contattata, ricontattare, ricontattato, parli, parla, raggiungere, intervenga, girare, girami, collegamento, trasferimento, connetta, connettermi, colleghi, collegarmi, dirottare, inoltrare, inoltrami, confronto, confrontarmi, richiamato, chiami, essere richiamato, essere richiamata, essere contattato,
      interloquire, comunicazione, mettermi in comunicazione, occupasse, occupi, occuparsi, si occupi, si occupasse, contattasse, chiamasse, richiamasse, rispondesse, mettermi in contatto, mettere in contatto, essere messo in contatto, passarmi, trattare, farsi carico, prendersi carico, segua, seguire, assistere, assista`,
    other: `io, vorrei, voglio, volevo, desidero, preferisco, preferirei, ho, bisogno, di, con, un, una, uno, il, la, lo, l, per, favore, piacere, grazie, vero, vera, reale, in, carne, ed, ossa, e, posso, potrei, puo, puoi, potete, potrebbe, possibile, possiamo, mi, me, a, al, ad, da, del, della, dal, dell, che, subito, adesso, ora, qui,
      direttamente, non, no, bot, robot, macchina, ia, ai, chatbot, computer, ciao, buongiorno, salve, buonasera, solo, soltanto, si, ce, c, essere, messo, telefono, voi, vostro, team, invece, piuttosto, urgente, urgentemente, basta, vi, prego, umano, cliente, clienti, altro, sono, ancora, mio, far, fatemi, fammi, piu, qualche, servizio, prima, possibilita, come, faccio, su, nel, mettere,
      disponibile, richiedo, esigo, pretendo, devo, dovrei, sia, siete, sei, cui, quale, dove, nessun, niente, senza, siano, piacerebbe, servirebbe, serve, essere umano, davvero, veramente, realmente, linea, diretta, diretto, urgenza, presto, attimo, momento, altra, o, anche, lei, tu, tuo, quindi, allora, ok, scusa, scusi, possiate, aiuto, assistenza di, ce,
      suo, sua, suoi, vostra, vostri, cortesemente, gentilmente, richiesta, mia richiesta, caso, mio caso, questione, possibile, potrebbe, gradirei, avrei, chi, con chi`,
    about: `riguardo, perche, circa, sul, sulla, in merito, per quanto, a proposito, siccome, che mi aiuti, che possa, poiche, quando, per il mio, con il mio, per risolvere`,
  },
  nl: {
    person: `mens, mensen, persoon, medewerker, medewerkster, medewerkers, iemand, klantenservice, klantendienst, adviseur, agent, vertegenwoordiger, collega, support, helpdesk, manager, leidinggevende, echt iemand, servicemedewerker, operator, team,
      collega's, collegas, vakspecialist, expert, specialist, verkoper, teamlid, iemand van het team, vlees en bloed`,
    talk: `praten, spreken, verbinden, verbind, doorverbinden, doorverbonden, verbonden, chatten, contact, contact opnemen, bellen, bel, terugbellen, bereiken, doorschakelen, doorgeven, doorsturen, overdragen, te spreken krijgen, te pakken krijgen, aan de lijn krijgen, spreken krijgen, lijn krijgen, persoon krijgen, mens krijgen, medewerker krijgen, iemand krijgen, schakelen, geef mij, geef me, geef, overnemen, spreek, praat, gebeld, terug gebeld, schrijven,
      doorverbind, helpen, helpt, opnemen, gesprek, overneemt, omschakelen, beantwoorden, antwoorden, neem contact op, telefoneren, doorverwijzen, verwijzen, overzetten, zetten, overschakelen, overleggen, terugbelt, opbellen, belt, communiceren, te woord staan, teruggebeld, zet, zet me over, overzetten,
      geholpen, geholpen worden, contact brengen, in contact brengen, doorverbinden met, oppakken, oppakt, overnemen, in behandeling nemen, doorzetten, te spreken, spreken over, gecontacteerd, contacteren, te woord`,
    other: `ik, wil, wilde, zou, zouden, graag, willen, kan, kunnen, kunt, mag, moet, met, een, de, het, echt, echte, levend, levende, nu, meteen, direct, hier, alsjeblieft, alstublieft, aub, svp, mij, me, je, jullie, u, van, naar, door, liever, even, geen, niet, bot, robot, machine, computer, chatbot, ai, hallo, hoi, goedemiddag, goedemorgen,
      bedankt, dank, en, is, er, mogelijk, dat, dit, in, plaats, op, nodig, heb, heeft, aan, gewoon, alleen, maar, telefonisch, zo, snel, wens, te, om, via, uit, onze, jullie, service, menselijke, stop, wel, ja, nee, sorry, hulp, worden, word, hoe, ergens, ander, weer, nog, als, dringend, wij,
      aanwezig, beschikbaar, bereikbaar, die, eis, verzoek, verkies, prefereer, hoor, dan, jou, uw, jouw, werkelijk, daadwerkelijk, levende, live, zonder, online, ergens, deze, nooit, meer, genoeg, alstublief, astublieft, zsm, zo snel mogelijk, hoe, waar, welke, bedoel, worden, wat, ervoor, daar, eens, iets, anders, eindelijk, onmiddellijk, ff, wilt, gaan, laat, laten, over,
      vlees, bloed, kwestie, zaak, verzoek, mijn verzoek, mijn zaak, uw collega, wie, met wie, welke, mogelijkheid, vriendelijk`,
    about: `over, omdat, vanwege, want, betreffende, die mij, die me, die kan, aangaande, wanneer, zodat, voor mijn, met mijn, om mijn`,
  },
  pt: {
    person: `humano, humana, humanos, pessoa, pessoas, atendente, atendentes, agente, operador, operadora, alguem, representante, funcionario, funcionaria, atendimento ao cliente, atendimento humano, servico de atendimento, sac,
      ser humano, consultor, consultora, gerente, suporte, responsavel, colaborador, assistente humano, vendedor, vendedora, supervisor, equipe, atendimento,
      colegas, colega, membro, membros, membro da equipe, especialista, tecnico, atendimento de verdade, funcionarios`,
    talk: `falar, falo, fala, conversar, converso, contatar, contactar, conectar, conecte, me conecte, transferir, transfere, transfira, me transfira, passar, passa, passe, me passa, ligar, liguem, ligue, chamar, chama, chame, encaminhar, encaminhe, contato, contacto, atender, atenda, me atenda, me ligue, entrar em contato, teclar, responda, dar,
      ajudar, ajude, ligacao, retornar, retorno, responder, transferencia, direcionar, direciona, direcione, encaminha, converse, conversa, fale, contate, me liga, liga, bater papo, comunicar, conectar me, me coloca, coloque, colocar, botar, bota, falasse, acionar, tratar, me chama, redirecionar, redirecione, atendido, atendida, ser atendido, ser atendida,
      entrasse em contato, entre em contato, entrasse, ligasse, respondesse, cuide, cuidar, cuidasse, assumir, assuma, colocar em contato, me colocar em contato, em contato, por em contato, resolver isso, tratar disso`,
    other: `eu, quero, queria, gostaria, preciso, prefiro, preferia, posso, poderia, pode, podem, podes, com, um, uma, o, a, os, as, de, do, da, por, favor, pf, pfv, real, verdade, verdadeira, verdadeiro, agora, ja, aqui, me, mim, para, pra, em, no, na, ao, que, nao, bot, robo, maquina, ia, chatbot, computador, ola, oi, bom, boa, dia, tarde, noite, obrigado, obrigada,
      direto, diretamente, so, apenas, ser, e, voce, voces, vcs, vc, sua, seu, equipe, loja, possivel, tem, como, carne, osso, logo, urgente, urgentemente, imediatamente, em vez, desse, este, esse, isso, mesmo, algum, alguma, sim, humano, cliente, ha, seria, estar, faco, jeito, fazer, mais, outra, quem, vez, ate, quer, telefone, melhor,
      disponivel, solicito, exijo, desejo, necessito, sem, chega, para de, pare, onde, quero e, apenas, outro, outra, alguem mais, nenhum, vivo, viva, ao vivo, linha, rapido, momento, entende, entender, dele, dela, ele, ela, nos, meu, minha, te, lhe, num, numa, pelo, pela, consigo, conseguir, gente, deste, nesse, entao, tambem, va, vai, vou, tou, to, estou, aguardo, cansei, aí, ai, ai, real, ajuda,
      dos, das, da loja, da equipe, seus, caso, meu caso, assunto, disso, isto, gentileza, por gentileza, seria, poderia, quem eu, com quem, conversa, esta conversa`,
    about: `sobre, porque, pois, acerca, referente, a respeito, que possa, que me ajude, quando, por causa, ja que, com meu, com minha, para resolver, para meu`,
  },
  ar: {
    person: `انسان, بشر, بشري, شخص, احد, احدا, احدهم, موظف, موظفه, موظفين, ممثل, وكيل, خدمه العملاء, خدمه عملاء, خدمه الزبائن, الدعم, مندوب, مسيول, مسوول, مدير, شخصا, حدا, حد, مشرف, فريق, عامل, دعم, مستشار, انسانا, موظفا, الدعم البشري, insan, muwazzaf, shakhs, فريقكم, الفريق, ممثلين, موظفيكم, موظفينكم, زميل, بشرا,
      زملائك, زملايك, زملاءك, اعضاء الفريق, عضو, احد اعضاء, خبير, مختص, موظفيكم`,
    talk: `التحدث, اتحدث, تحدث, اتكلم, التكلم, الكلام, احكي, اكلم, تحويل, تحويلي, حولني, حولوني, تواصل, التواصل, اتواصل, يتصل, اتصل, الاتصال, اتصلوا, تصلني, صلني, وصلني, وصلوني, توصيلي, محادثه, يكلمني, يرد, يحادثني, ربطي, احول, مكالمه, احاكي, التحويل, اخاطب, اعطني, اعطوني, اعطيني, يساعدني, اتحادث, atkalem, atkallam,
      يتواصل, تحدثت مع, محادثة, اكالمكم, ربطني, اربطني, اربطوني, تحول, تحولني, تحولوني, يجيب, يجيبني, يساعد, مساعده, دردشه, الدردشه, يكلم, نتكلم, نتحدث, تتصلوا, تتصل, مكالمتي, انقلني, نقلي, توصلني, توصلوني, اوصل, استبدل, ينقلني, الوصول, للتحدث, للتواصل, مساعدتي, الحديث, احادث, تحويلة`,
    other: `اريد, ارغب, اود, احتاج, ابغي, ابغا, بدي, عايز, عاوز, ابي, هل, يمكن, يمكنني, ممكن, استطيع, اقدر, ان, مع, الي, في, من, فضلك, فضلكم, لو, سمحت, سمحتم, رجاء, رجاءا, ارجو, ارجوك, ارجوكم, الان, حالا, فورا, هنا, حقيقي, حقيقيه, حقيقيا, بشري, بشريا, ليس, لا, وليس, روبوت, الي, اله, بوت, ذكاء, اصطناعي, برنامج, مرحبا, السلام, عليكم, شكرا, ب, ل, احد, مباشره, مباشرا, بسرعه,
      بشكل, معه, معها, انا, نحن, لي, بي, معي, عن, طريق, افضل, اي, كيف, يا, دعني, فقط, رد, هناك, عاجل, عاجلا, لديكم, عندكم, فريقكم, كم, العملاء, خدمه, طبيعي, او, علي, اتمني, الرجاء, تكرما, ضروري, هذا, بدلا, غير, المتجر, urid, ma3, maa, min, fadlak, law, samaht,
      يوجد, موجود, متاح, متوفر, كلام, يمكنكم, بامكاني, بامكانك, تستطيع, تستطيعون, نفس, واحد, هنالك, وين, اين, من, ما, ماذا, لماذا, الذي, هل يوجد, اذا, اذن, طيب, تمام, نعم, اريده, بحاجه, محتاج, ودي, نفسي, حابب, احب, اطلب, طلب, كفي, توقف, بدون, خلال, فضلا, عاجله, مستعجل, شوي, شويه, كمان, بس, انت, انتم, حقيقيين, حي, عبر, الهاتف, المباشر, مباشر, رقم, مساعدتي, مساعده, يمكنه, يساعدني, العملاء, ومع, معكم`,
    about: `بخصوص, بشان, لان, لاني, حول, عن, بسبب, لمناقشه, حيث, بخصوصي, لمساعدتي, لحل`,
  },
}

/** To be called is to be called by a person. */
export const CALL_WORDS = `gebeld worden, teruggebeld worden, essere richiamato, essere richiamata, etre rappele, etre rappelee, con quien puedo hablar,
  who can i talk to, who can i speak to, mit wem kann ich sprechen, a qui puis je parler, con chi posso parlare, met wie kan ik praten, com quem posso falar, call me, call me back, phone me, ring me, give me a call, rufen sie mich an, ruft mich an, ruf mich an, rufen sie mich zuruck,
  um ruckruf, ruckruf bitte, llamenme, llameme, me llamen, me llame, me llameis, llamadme, appelez moi, rappelez moi, me rappeler, mappeler, chiamatemi, richiamatemi,
  mi chiami, mi chiamate, bel me, bel mij, bel me terug, mij bellen, me bellen, terugbellen, me liguem, me ligue, me liga, me ligar, اتصلوا بي, اتصل بي, الاتصال بي, يتصل بي, اتصلوا علي, كلموني`

/** Japanese has no spaces: the person, and what with them. "人気", "大人", "二人用" and the like do not mean a person. */
export const JAPANESE_PERSON =
  /(?:(?<![大個友本恋他新老婦成商主巨名職達一二三四五六数何\d])人(?![気工数用前形参件々類物事生向差種口])|人間|担当者|担当の方|オペレーター|オペレータ|スタッフ|係員|係の方|係りの|店員|有人|社員|誰か|だれか|サポートの方|お店の方|お店の人|係の者|担当者様|専門の方|カスタマーサポート|カスタマーサービス|お客様センター|責任者|生身|ヒューマン|エージェント|上司)/
export const JAPANESE_TALK =
  /話し|話せ|話をさせ|話させ|おつなぎ|お繋ぎ|取り次|取次|切り替え|切替え|お電話|ご連絡|聞きたい|質問し|質問が|チャットでき|に変更|話を|話がし|はなし|つないで|つなげ|つなが|繋|代わって|代わり|代って|替わ|変わって|お願い|チャットし|チャットがし|対応|連絡|出して|呼んで|相談し|電話|やり取り|やりとり|問い合わせたい|問い合わせを|回して|直接|いません|いますか|ください|下さい|希望|がいい|の方が|と会話|会話し|喋|しゃべ|引き継|転送|必要|出てき|を出せ/
/** Sentences that have both and still wish for nobody. */
export const JAPANESE_OTHER =
  /(?:人|者|スタッフ|店員|担当|社員)(?:が|に|から|の)?(?:作|着|使|言われ|聞|対応してくれ|届け|似合|サイズ|おすすめ|人気|評判|入れ|持|プレゼント|贈|あげ|渡|返|売|買|向け|写真|対応が|対応は)|ありがとう|個人情報|人に(?:プレゼント|贈|あげ|譲|渡)|別の人|他の人|連絡がない|連絡がありません|電話番号|人が(?:いる|必要)|在宅|(?:話し|話を?し|連絡が?あり|相談し|対応し|対応され|電話し|案内され|言われ|聞き)ました(?:が|けど|のに|。|$)/
