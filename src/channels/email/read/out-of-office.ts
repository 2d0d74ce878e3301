/**
 * How subjects of absence notes begin, in nine languages: a support for what has no header. Nothing that a customer might
 * begin with: 不在通知 is also the note of a parcel that could not be delivered.
 */
const BEGINNINGS = [
  // en
  'automatic reply',
  'auto reply',
  'auto-reply',
  'autoreply',
  'autoresponse',
  'out of office',
  'out of the office',
  'out-of-office',
  'ooo:',
  // de
  'automatische antwort',
  'abwesenheitsnotiz',
  'abwesenheit:',
  'abwesenheitsmeldung',
  'abwesenheitsassistent',
  // fr
  'réponse automatique',
  'reponse automatique',
  'absence du bureau',
  'absent du bureau',
  'notification d’absence',
  "notification d'absence",
  'message d’absence',
  "message d'absence",
  // es
  'respuesta automática',
  'respuesta automatica',
  'fuera de la oficina',
  'fuera de oficina',
  'ausente de la oficina',
  // it
  'risposta automatica',
  'fuori ufficio',
  'assente dall’ufficio',
  "assente dall'ufficio",
  'messaggio di assenza',
  // pt
  'resposta automática',
  'resposta automatica',
  'fora do escritório',
  'fora do escritorio',
  'ausência temporária',
  'ausente do escritório',
  // nl
  'automatisch antwoord',
  'automatische reactie',
  'automatische beantwoording',
  'afwezigheidsbericht',
  'afwezigheidsmelding',
  'niet aanwezig:',
  // ja
  '自動応答',
  '自動返信',
  '【自動応答】',
  '【自動返信】',
  '不在のお知らせ',
  // zh
  '自动回复',
  '自动答复',
  '自動回覆',
  '外出自动回复',
  '不在办公室',
  '我不在办公室',
]

/** Whether a subject is that of an absence note. An answer to one ("Re: Out of office") is a person's. */
export function isOutOfOffice(subject: string): boolean {
  const plain = subject.normalize('NFC').trim().toLowerCase()
  return BEGINNINGS.some((beginning) => plain.startsWith(beginning))
}
