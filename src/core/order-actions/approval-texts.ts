import { findLanguage, type Language } from '#core/languages.ts'

/** What the AI agent tells customers of an order action that it prepared, by language. Words in braces are filled in. */
const en = {
  'waiting.cancel':
    'I’ve prepared the cancellation of order {number}. A person on our team checks it, and I’ll tell you the outcome here.',
  'waiting.refund':
    'I’ve prepared a refund of {amount} for order {number}. A person on our team checks it, and I’ll tell you the outcome here.',
  'waiting.address':
    'I’ve prepared the new delivery address of order {number}. A person on our team checks it, and I’ll tell you the outcome here.',
  'waiting.return':
    'I’ve prepared the return of order {number}. A person on our team checks it, and I’ll tell you the outcome here.',
  already: 'Your request for order {number} is with our team already. I’ll tell you the outcome here.',
  begun: 'I’m passing your request for order {number} on to the shop. I’ll tell you the outcome here.',
  'done.cancel': 'Order {number} has been cancelled.',
  'done.refund': 'Order {number}: {amount} has been refunded.',
  'done.address': 'Order {number} now has the new delivery address.',
  'done.return': 'Order {number}: the return is open. The shop tells you how to send it back.',
  declined: 'Our team has checked your request for order {number} and cannot carry it out.',
  failed: 'Your request for order {number} could not be carried out, and nothing was changed. Our team knows about it.',
  unknown: 'The shop has not confirmed your request for order {number} yet. Our team checks it.',
}
export type ApprovalText = keyof typeof en

const TEXTS: Record<Language, Record<ApprovalText, string>> = {
  en,
  ar: {
    'waiting.cancel': 'أعددتُ إلغاء الطلب {number}. يراجعه شخص من فريقنا، وسأخبرك بالنتيجة هنا.',
    'waiting.refund': 'أعددتُ استرداد {amount} للطلب {number}. يراجعه شخص من فريقنا، وسأخبرك بالنتيجة هنا.',
    'waiting.address': 'أعددتُ عنوان التوصيل الجديد للطلب {number}. يراجعه شخص من فريقنا، وسأخبرك بالنتيجة هنا.',
    'waiting.return': 'أعددتُ إرجاع الطلب {number}. يراجعه شخص من فريقنا، وسأخبرك بالنتيجة هنا.',
    already: 'طلبك بخصوص الطلب {number} لدى فريقنا بالفعل. سأخبرك بالنتيجة هنا.',
    begun: 'أمرّر طلبك بخصوص الطلب {number} إلى المتجر. سأخبرك بالنتيجة هنا.',
    'done.cancel': 'تم إلغاء الطلب {number}.',
    'done.refund': 'الطلب {number}: تم رد {amount}.',
    'done.address': 'أصبح للطلب {number} عنوان التوصيل الجديد.',
    'done.return': 'الطلب {number}: فُتح طلب الإرجاع. سيخبرك المتجر بكيفية إعادة المنتجات.',
    declined: 'راجع فريقنا طلبك بخصوص الطلب {number} ولا يمكنه تنفيذه.',
    failed: 'تعذّر تنفيذ طلبك بخصوص الطلب {number}، ولم يتغير شيء. فريقنا على علم بذلك.',
    unknown: 'لم يؤكد المتجر بعد طلبك بخصوص الطلب {number}. فريقنا يتحقق من ذلك.',
  },
  de: {
    'waiting.cancel':
      'Ich habe die Stornierung der Bestellung {number} vorbereitet. Eine Person aus unserem Team prüft sie, und das Ergebnis teile ich Ihnen hier mit.',
    'waiting.refund':
      'Ich habe eine Erstattung von {amount} für die Bestellung {number} vorbereitet. Eine Person aus unserem Team prüft sie, und das Ergebnis teile ich Ihnen hier mit.',
    'waiting.address':
      'Ich habe die neue Lieferadresse der Bestellung {number} vorbereitet. Eine Person aus unserem Team prüft sie, und das Ergebnis teile ich Ihnen hier mit.',
    'waiting.return':
      'Ich habe die Rücksendung der Bestellung {number} vorbereitet. Eine Person aus unserem Team prüft sie, und das Ergebnis teile ich Ihnen hier mit.',
    already:
      'Ihr Anliegen zur Bestellung {number} liegt bereits bei unserem Team. Das Ergebnis teile ich Ihnen hier mit.',
    begun: 'Ich gebe Ihr Anliegen zur Bestellung {number} an den Shop weiter. Das Ergebnis teile ich Ihnen hier mit.',
    'done.cancel': 'Die Bestellung {number} ist storniert.',
    'done.refund': 'Bestellung {number}: {amount} wurden erstattet.',
    'done.address': 'Die Bestellung {number} hat jetzt die neue Lieferadresse.',
    'done.return':
      'Bestellung {number}: Die Rücksendung ist angelegt. Der Shop teilt Ihnen mit, wie Sie sie zurückschicken.',
    declined: 'Unser Team hat Ihr Anliegen zur Bestellung {number} geprüft und kann es nicht ausführen.',
    failed:
      'Ihr Anliegen zur Bestellung {number} konnte nicht ausgeführt werden, und nichts wurde geändert. Unser Team weiß davon.',
    unknown: 'Der Shop hat Ihr Anliegen zur Bestellung {number} noch nicht bestätigt. Unser Team prüft es.',
  },
  es: {
    'waiting.cancel':
      'He preparado la cancelación del pedido {number}. Una persona de nuestro equipo la revisa y te diré aquí el resultado.',
    'waiting.refund':
      'He preparado un reembolso de {amount} por el pedido {number}. Una persona de nuestro equipo lo revisa y te diré aquí el resultado.',
    'waiting.address':
      'He preparado la nueva dirección de entrega del pedido {number}. Una persona de nuestro equipo la revisa y te diré aquí el resultado.',
    'waiting.return':
      'He preparado la devolución del pedido {number}. Una persona de nuestro equipo la revisa y te diré aquí el resultado.',
    already: 'Tu solicitud sobre el pedido {number} ya está con nuestro equipo. Te diré aquí el resultado.',
    begun: 'Paso tu solicitud sobre el pedido {number} a la tienda. Te diré aquí el resultado.',
    'done.cancel': 'El pedido {number} se ha cancelado.',
    'done.refund': 'Pedido {number}: se han reembolsado {amount}.',
    'done.address': 'El pedido {number} ya tiene la nueva dirección de entrega.',
    'done.return': 'Pedido {number}: la devolución está abierta. La tienda te dirá cómo enviarlo de vuelta.',
    declined: 'Nuestro equipo ha revisado tu solicitud sobre el pedido {number} y no puede llevarla a cabo.',
    failed:
      'Tu solicitud sobre el pedido {number} no se ha podido llevar a cabo y no se ha cambiado nada. Nuestro equipo lo sabe.',
    unknown: 'La tienda aún no ha confirmado tu solicitud sobre el pedido {number}. Nuestro equipo lo comprueba.',
  },
  fr: {
    'waiting.cancel':
      'J’ai préparé l’annulation de la commande {number}. Une personne de notre équipe la vérifie, et je vous dirai le résultat ici.',
    'waiting.refund':
      'J’ai préparé un remboursement de {amount} pour la commande {number}. Une personne de notre équipe le vérifie, et je vous dirai le résultat ici.',
    'waiting.address':
      'J’ai préparé la nouvelle adresse de livraison de la commande {number}. Une personne de notre équipe la vérifie, et je vous dirai le résultat ici.',
    'waiting.return':
      'J’ai préparé le retour de la commande {number}. Une personne de notre équipe le vérifie, et je vous dirai le résultat ici.',
    already:
      'Votre demande pour la commande {number} est déjà entre les mains de notre équipe. Je vous dirai le résultat ici.',
    begun: 'Je transmets votre demande pour la commande {number} à la boutique. Je vous dirai le résultat ici.',
    'done.cancel': 'La commande {number} est annulée.',
    'done.refund': 'Commande {number} : {amount} ont été remboursés.',
    'done.address': 'La commande {number} a maintenant la nouvelle adresse de livraison.',
    'done.return': 'Commande {number} : le retour est ouvert. La boutique vous dira comment la renvoyer.',
    declined: 'Notre équipe a vérifié votre demande pour la commande {number} et ne peut pas l’exécuter.',
    failed:
      'Votre demande pour la commande {number} n’a pas pu être exécutée, et rien n’a été modifié. Notre équipe en est informée.',
    unknown: 'La boutique n’a pas encore confirmé votre demande pour la commande {number}. Notre équipe vérifie.',
  },
  it: {
    'waiting.cancel':
      'Ho preparato l’annullamento dell’ordine {number}. Una persona del nostro team lo controlla e ti dirò qui l’esito.',
    'waiting.refund':
      'Ho preparato un rimborso di {amount} per l’ordine {number}. Una persona del nostro team lo controlla e ti dirò qui l’esito.',
    'waiting.address':
      'Ho preparato il nuovo indirizzo di consegna dell’ordine {number}. Una persona del nostro team lo controlla e ti dirò qui l’esito.',
    'waiting.return':
      'Ho preparato il reso dell’ordine {number}. Una persona del nostro team lo controlla e ti dirò qui l’esito.',
    already: 'La tua richiesta per l’ordine {number} è già al nostro team. Ti dirò qui l’esito.',
    begun: 'Passo la tua richiesta per l’ordine {number} al negozio. Ti dirò qui l’esito.',
    'done.cancel': 'L’ordine {number} è stato annullato.',
    'done.refund': 'Ordine {number}: {amount} rimborsati.',
    'done.address': 'L’ordine {number} ha ora il nuovo indirizzo di consegna.',
    'done.return': 'Ordine {number}: il reso è aperto. Il negozio ti dirà come rispedirlo.',
    declined: 'Il nostro team ha controllato la tua richiesta per l’ordine {number} e non può eseguirla.',
    failed:
      'La tua richiesta per l’ordine {number} non è stata eseguita e nulla è cambiato. Il nostro team ne è informato.',
    unknown:
      'Il negozio non ha ancora confermato la tua richiesta per l’ordine {number}. Il nostro team sta controllando.',
  },
  ja: {
    'waiting.cancel':
      'ご注文 {number} のキャンセルを準備しました。担当スタッフが確認し、結果をこちらでお知らせします。',
    'waiting.refund':
      'ご注文 {number} について {amount} の返金を準備しました。担当スタッフが確認し、結果をこちらでお知らせします。',
    'waiting.address':
      'ご注文 {number} の新しいお届け先を準備しました。担当スタッフが確認し、結果をこちらでお知らせします。',
    'waiting.return': 'ご注文 {number} の返品を準備しました。担当スタッフが確認し、結果をこちらでお知らせします。',
    already: 'ご注文 {number} についてのご依頼は、すでに担当スタッフが確認しています。結果をこちらでお知らせします。',
    begun: 'ご注文 {number} についてのご依頼をショップに伝えています。結果をこちらでお知らせします。',
    'done.cancel': 'ご注文 {number} をキャンセルしました。',
    'done.refund': 'ご注文 {number}：{amount} を返金しました。',
    'done.address': 'ご注文 {number} のお届け先を変更しました。',
    'done.return': 'ご注文 {number}：返品の受付をしました。返送方法はショップからお知らせします。',
    declined: '担当スタッフがご注文 {number} についてのご依頼を確認しましたが、承ることができませんでした。',
    failed: 'ご注文 {number} についてのご依頼は実行できず、何も変更されていません。担当スタッフに伝えてあります。',
    unknown: 'ご注文 {number} についてのご依頼は、まだショップで確認が取れていません。担当スタッフが確認します。',
  },
  nl: {
    'waiting.cancel':
      'Ik heb de annulering van bestelling {number} voorbereid. Iemand van ons team controleert die, en ik laat je hier weten hoe het afloopt.',
    'waiting.refund':
      'Ik heb een terugbetaling van {amount} voor bestelling {number} voorbereid. Iemand van ons team controleert die, en ik laat je hier weten hoe het afloopt.',
    'waiting.address':
      'Ik heb het nieuwe bezorgadres van bestelling {number} voorbereid. Iemand van ons team controleert het, en ik laat je hier weten hoe het afloopt.',
    'waiting.return':
      'Ik heb de retourzending van bestelling {number} voorbereid. Iemand van ons team controleert die, en ik laat je hier weten hoe het afloopt.',
    already: 'Je verzoek voor bestelling {number} ligt al bij ons team. Ik laat je hier weten hoe het afloopt.',
    begun: 'Ik geef je verzoek voor bestelling {number} door aan de winkel. Ik laat je hier weten hoe het afloopt.',
    'done.cancel': 'Bestelling {number} is geannuleerd.',
    'done.refund': 'Bestelling {number}: {amount} is terugbetaald.',
    'done.address': 'Bestelling {number} heeft nu het nieuwe bezorgadres.',
    'done.return':
      'Bestelling {number}: de retourzending is aangemaakt. De winkel laat je weten hoe je die terugstuurt.',
    declined: 'Ons team heeft je verzoek voor bestelling {number} bekeken en kan het niet uitvoeren.',
    failed:
      'Je verzoek voor bestelling {number} kon niet worden uitgevoerd, en er is niets veranderd. Ons team weet ervan.',
    unknown: 'De winkel heeft je verzoek voor bestelling {number} nog niet bevestigd. Ons team zoekt het uit.',
  },
  pt: {
    'waiting.cancel':
      'Preparei o cancelamento do pedido {number}. Uma pessoa da nossa equipe confere, e eu aviso você aqui do resultado.',
    'waiting.refund':
      'Preparei um reembolso de {amount} do pedido {number}. Uma pessoa da nossa equipe confere, e eu aviso você aqui do resultado.',
    'waiting.address':
      'Preparei o novo endereço de entrega do pedido {number}. Uma pessoa da nossa equipe confere, e eu aviso você aqui do resultado.',
    'waiting.return':
      'Preparei a devolução do pedido {number}. Uma pessoa da nossa equipe confere, e eu aviso você aqui do resultado.',
    already: 'Sua solicitação sobre o pedido {number} já está com a nossa equipe. Eu aviso você aqui do resultado.',
    begun: 'Estou passando sua solicitação sobre o pedido {number} para a loja. Eu aviso você aqui do resultado.',
    'done.cancel': 'O pedido {number} foi cancelado.',
    'done.refund': 'Pedido {number}: {amount} foram reembolsados.',
    'done.address': 'O pedido {number} já tem o novo endereço de entrega.',
    'done.return': 'Pedido {number}: a devolução está aberta. A loja vai dizer como enviar de volta.',
    declined: 'Nossa equipe conferiu sua solicitação sobre o pedido {number} e não pode executá-la.',
    failed:
      'Não foi possível executar sua solicitação sobre o pedido {number}, e nada foi alterado. Nossa equipe já sabe.',
    unknown: 'A loja ainda não confirmou sua solicitação sobre o pedido {number}. Nossa equipe está verificando.',
  },
}

/** A text in a language, or a browser's locale; English for others. */
export function approvalText(
  language: string | null,
  key: ApprovalText,
  words: { number: string; amount?: string | undefined },
): string {
  const { number, amount = '' } = words
  return TEXTS[findLanguage(language) ?? 'en'][key].replace('{number}', () => number).replace('{amount}', () => amount)
}
