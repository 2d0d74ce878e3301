/** What a push says, in the browser's language: the worker loads no page, and with it none of the inbox's texts. */

/** As the service sends it (src/core/push/push-payload.ts). Nulls are not known, or not to be shown. */
export interface Notice {
  kind: 'mention' | 'assignment' | 'return' | 'reply' | 'held' | 'missed' | 'unassigned' | 'approval'
  conversationId: string
  store: { appId: string; name: string }
  since: number
  actorName: string | null
  contactName: string | null
  text: string | null
}

/** {0}: the member; {1}: whom the conversation is with. */
interface Words {
  colleague: string
  customer: string
  mention: string
  assignment: string
  assigned: string
  return: string
  held: string
  missed: string
  unassigned: string
  approval: string
  /** Above what a customer says. */
  reply: string
  /** With a push that cannot be read. */
  news: string
}

const WORDS: Record<string, Words> = {
  en: {
    colleague: 'A colleague',
    customer: 'a customer',
    mention: '{0} mentioned you',
    assignment: '{0} assigned you the conversation with {1}',
    assigned: 'The conversation with {1} is yours now',
    return: 'The conversation with {1} is back',
    held: 'Your scheduled reply to {1} was not sent',
    missed: 'A reply-time target was missed in the conversation with {1}',
    unassigned: '{1} is waiting, and nobody is assigned',
    approval: 'The AI agent needs your approval in the conversation with {1}',
    reply: 'New message from {1}',
    news: 'Something is new in the inbox',
  },
  de: {
    colleague: 'Jemand aus dem Team',
    customer: 'einem Kunden',
    mention: '{0} hat Sie erwähnt',
    assignment: '{0} hat Ihnen die Unterhaltung mit {1} zugewiesen',
    assigned: 'Die Unterhaltung mit {1} gehört jetzt Ihnen',
    return: 'Die Unterhaltung mit {1} ist zurück',
    held: 'Ihre geplante Antwort in der Unterhaltung mit {1} wurde nicht gesendet',
    missed: 'In der Unterhaltung mit {1} wurde ein Ziel für Antwortzeiten verfehlt',
    unassigned: '{1} wartet, und niemand ist zugewiesen',
    approval: 'Der KI-Agent braucht in der Unterhaltung mit {1} Ihre Freigabe',
    reply: 'Neue Nachricht von {1}',
    news: 'Es gibt Neues im Posteingang',
  },
  es: {
    colleague: 'Alguien del equipo',
    customer: 'un cliente',
    mention: '{0} le ha mencionado',
    assignment: '{0} le ha asignado la conversación con {1}',
    assigned: 'La conversación con {1} ahora es suya',
    return: 'La conversación con {1} ha vuelto',
    held: 'Su respuesta programada a {1} no se ha enviado',
    missed: 'Se ha incumplido un objetivo de tiempo de respuesta en la conversación con {1}',
    unassigned: '{1} está esperando y nadie tiene la conversación',
    approval: 'El agente de IA necesita su aprobación en la conversación con {1}',
    reply: 'Nuevo mensaje de {1}',
    news: 'Hay novedades en la bandeja de entrada',
  },
  fr: {
    colleague: 'Un membre de l’équipe',
    customer: 'un client',
    mention: '{0} vous a mentionné',
    assignment: '{0} vous a confié la conversation avec {1}',
    assigned: 'La conversation avec {1} est maintenant à vous',
    return: 'La conversation avec {1} est de retour',
    held: 'Votre réponse programmée à {1} n’a pas été envoyée',
    missed: 'Un objectif de délai a été manqué dans la conversation avec {1}',
    unassigned: '{1} attend et personne n’a la conversation',
    approval: 'L’agent IA attend votre approbation dans la conversation avec {1}',
    reply: 'Nouveau message de {1}',
    news: 'Il y a du nouveau dans la boîte de réception',
  },
  ja: {
    colleague: 'チームの誰か',
    customer: 'お客様',
    mention: '{0} さんがあなたをメンションしました',
    assignment: '{0} さんが {1} との会話をあなたに割り当てました',
    assigned: '{1} との会話があなたの担当になりました',
    return: '{1} との会話が戻ってきました',
    held: '{1} への予約返信は送信されませんでした',
    missed: '{1} との会話で返信時間の目標を過ぎました',
    unassigned: '{1} が待っています（担当者なし）',
    approval: '{1} との会話で AI エージェントが承認を待っています',
    reply: '{1} からの新しいメッセージ',
    news: '受信トレイに新着があります',
  },
}

/**
 * Title and text of a notice in the first of the languages that there is, otherwise in English. `namesStore`: the browser has
 * several.
 */
export function describe(
  notice: Notice | null,
  languages: readonly string[],
  namesStore = false,
): { title: string; body: string } {
  const language = languages.map((tag) => tag.split('-')[0] as string).find((one) => one in WORDS) ?? 'en'
  const words = WORDS[language] as Words
  if (!notice) return { title: words.news, body: '' }
  const { kind, actorName, contactName, text } = notice
  const pattern = kind === 'assignment' && !actorName ? words.assigned : words[kind]
  const filled = (pattern ?? words.news).replace('{0}', actorName ?? words.colleague)
  const title = filled.replace('{1}', contactName ?? words.customer)
  return { title: namesStore ? `${title} · ${notice.store.name}` : title, body: text ?? '' }
}
