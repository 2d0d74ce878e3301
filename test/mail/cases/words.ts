/** What customers write, and what we had written to them, in nine languages. */
export const WORDS: Record<string, { words: string; ours: string[] }> = {
  en: {
    words: 'Hello,\n\nthe lamp arrived today, but the shade is broken. Can you send me a new one?\n\nThank you\nAda',
    ours: ['Hello Ada,', 'your parcel left our house this morning.', '', 'Kind regards', 'Lumen Shop'],
  },
  de: {
    words:
      'Hallo,\n\ndie Lampe ist heute angekommen, aber der Schirm ist kaputt. Können Sie mir einen neuen schicken?\n\nViele Grüße\nAda',
    ours: ['Hallo Ada,', 'Ihr Paket ist heute Morgen auf die Reise gegangen.', '', 'Viele Grüße', 'Lumen Shop'],
  },
  fr: {
    words:
      'Bonjour,\n\nla lampe est arrivée aujourd’hui, mais l’abat-jour est cassé. Pouvez-vous m’en envoyer un autre ?\n\nMerci\nAda',
    ours: ['Bonjour Ada,', 'votre colis est parti ce matin.', '', 'Cordialement', 'Lumen Shop'],
  },
  es: {
    words: 'Hola:\n\nLa lámpara ha llegado hoy, pero la pantalla está rota. ¿Me pueden enviar otra?\n\nGracias\nAda',
    ours: ['Hola Ada:', 'Su paquete ha salido esta mañana.', '', 'Un saludo', 'Lumen Shop'],
  },
  it: {
    words:
      'Buongiorno,\n\nla lampada è arrivata oggi, ma il paralume è rotto. Potete mandarmene un altro?\n\nGrazie\nAda',
    ours: ['Buongiorno Ada,', 'il suo pacco è partito questa mattina.', '', 'Cordiali saluti', 'Lumen Shop'],
  },
  nl: {
    words:
      'Hallo,\n\nde lamp is vandaag aangekomen, maar de kap is stuk. Kunnen jullie een nieuwe sturen?\n\nBedankt\nAda',
    ours: ['Hallo Ada,', 'je pakket is vanmorgen vertrokken.', '', 'Groeten', 'Lumen Shop'],
  },
  pt: {
    words: 'Olá,\n\no candeeiro chegou hoje, mas a cúpula está partida. Podem enviar-me outra?\n\nObrigada\nAda',
    ours: ['Olá Ada,', 'a sua encomenda saiu esta manhã.', '', 'Cumprimentos', 'Lumen Shop'],
  },
  ja: {
    words:
      'こんにちは。\n\n今日ランプが届きましたが、シェードが割れていました。新しいものを送っていただけますか？\n\nよろしくお願いします。\nエイダ',
    ours: ['エイダ様', 'お荷物は今朝発送いたしました。', '', 'ルーメンショップ'],
  },
  zh: {
    words: '您好：\n\n台灯今天到了，但是灯罩碎了。可以再寄一个给我吗？\n\n谢谢\n艾达',
    ours: ['艾达您好：', '您的包裹已于今天早上寄出。', '', '流明商店'],
  },
}

/** Each line of ours with the mark of a quote. */
export function quoted(language: string, mark = '> '): string {
  return oursIn(language)
    .map((line) => `${mark}${line}`.trimEnd())
    .join('\n')
}

export function oursIn(language: string): string[] {
  return (WORDS[language] as { ours: string[] }).ours
}

export function wordsIn(language: string): string {
  return (WORDS[language] as { words: string }).words
}

/** As HTML, each paragraph a block and each line a break. */
export function asHtml(text: string, block = 'div'): string {
  return text
    .split('\n\n')
    .map((paragraph) => `<${block}>${paragraph.replaceAll('\n', '<br>')}</${block}>`)
    .join(block === 'div' ? '<div><br></div>' : '')
}
