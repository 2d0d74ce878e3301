import { findLanguage, type Language } from '#core/languages.ts'

/** What the AI agent tells customers of an own action of the store that it prepared, by language. */
const en = {
  waiting: 'I’ve passed your request on. A person on our team checks it, and I’ll tell you the outcome here.',
  begun: 'I’m taking care of your request. I’ll tell you the outcome here.',
  already: 'Your request is with our team already. I’ll tell you the outcome here.',
  done: 'Your request has been carried out.',
  declined: 'Our team has checked your request and cannot carry it out.',
  failed: 'Your request could not be carried out, and nothing was changed. Our team knows about it.',
  unknown: 'Your request has not been confirmed yet. Our team checks it.',
}
type ActionText = keyof typeof en

const TEXTS: Record<Language, Record<ActionText, string>> = {
  en,
  ar: {
    waiting: 'نقلتُ طلبك. يراجعه شخص من فريقنا، وسأخبرك بالنتيجة هنا.',
    begun: 'أعمل على طلبك. سأخبرك بالنتيجة هنا.',
    already: 'طلبك لدى فريقنا بالفعل. سأخبرك بالنتيجة هنا.',
    done: 'تم تنفيذ طلبك.',
    declined: 'راجع فريقنا طلبك ولا يمكنه تنفيذه.',
    failed: 'تعذّر تنفيذ طلبك، ولم يتغير شيء. فريقنا على علم بذلك.',
    unknown: 'لم يتم تأكيد طلبك بعد. فريقنا يتحقق من ذلك.',
  },
  de: {
    waiting:
      'Ich habe Ihr Anliegen weitergegeben. Eine Person aus unserem Team prüft es, und das Ergebnis teile ich Ihnen hier mit.',
    begun: 'Ich kümmere mich um Ihr Anliegen. Das Ergebnis teile ich Ihnen hier mit.',
    already: 'Ihr Anliegen liegt bereits bei unserem Team. Das Ergebnis teile ich Ihnen hier mit.',
    done: 'Ihr Anliegen ist erledigt.',
    declined: 'Unser Team hat Ihr Anliegen geprüft und kann es nicht ausführen.',
    failed: 'Ihr Anliegen konnte nicht ausgeführt werden, und nichts wurde geändert. Unser Team weiß davon.',
    unknown: 'Ihr Anliegen ist noch nicht bestätigt. Unser Team prüft es.',
  },
  es: {
    waiting: 'He pasado tu solicitud. Una persona de nuestro equipo la revisa y te diré aquí el resultado.',
    begun: 'Me ocupo de tu solicitud. Te diré aquí el resultado.',
    already: 'Tu solicitud ya está con nuestro equipo. Te diré aquí el resultado.',
    done: 'Tu solicitud se ha llevado a cabo.',
    declined: 'Nuestro equipo ha revisado tu solicitud y no puede llevarla a cabo.',
    failed: 'Tu solicitud no se ha podido llevar a cabo y no se ha cambiado nada. Nuestro equipo lo sabe.',
    unknown: 'Tu solicitud aún no está confirmada. Nuestro equipo lo comprueba.',
  },
  fr: {
    waiting: 'J’ai transmis votre demande. Une personne de notre équipe la vérifie, et je vous dirai le résultat ici.',
    begun: 'Je m’occupe de votre demande. Je vous dirai le résultat ici.',
    already: 'Votre demande est déjà entre les mains de notre équipe. Je vous dirai le résultat ici.',
    done: 'Votre demande a été exécutée.',
    declined: 'Notre équipe a vérifié votre demande et ne peut pas l’exécuter.',
    failed: 'Votre demande n’a pas pu être exécutée, et rien n’a été modifié. Notre équipe en est informée.',
    unknown: 'Votre demande n’est pas encore confirmée. Notre équipe vérifie.',
  },
  it: {
    waiting: 'Ho inoltrato la tua richiesta. Una persona del nostro team la controlla e ti dirò qui l’esito.',
    begun: 'Mi occupo della tua richiesta. Ti dirò qui l’esito.',
    already: 'La tua richiesta è già al nostro team. Ti dirò qui l’esito.',
    done: 'La tua richiesta è stata eseguita.',
    declined: 'Il nostro team ha controllato la tua richiesta e non può eseguirla.',
    failed: 'La tua richiesta non è stata eseguita e nulla è cambiato. Il nostro team ne è informato.',
    unknown: 'La tua richiesta non è ancora confermata. Il nostro team sta controllando.',
  },
  ja: {
    waiting: 'ご依頼をお伝えしました。担当スタッフが確認し、結果をこちらでお知らせします。',
    begun: 'ご依頼の手続きを進めています。結果をこちらでお知らせします。',
    already: 'ご依頼はすでに担当スタッフが確認しています。結果をこちらでお知らせします。',
    done: 'ご依頼の手続きが完了しました。',
    declined: '担当スタッフがご依頼を確認しましたが、承ることができませんでした。',
    failed: 'ご依頼は実行できず、何も変更されていません。担当スタッフに伝えてあります。',
    unknown: 'ご依頼はまだ確認が取れていません。担当スタッフが確認します。',
  },
  nl: {
    waiting:
      'Ik heb je verzoek doorgegeven. Iemand van ons team controleert het, en ik laat je hier weten hoe het afloopt.',
    begun: 'Ik regel je verzoek. Ik laat je hier weten hoe het afloopt.',
    already: 'Je verzoek ligt al bij ons team. Ik laat je hier weten hoe het afloopt.',
    done: 'Je verzoek is uitgevoerd.',
    declined: 'Ons team heeft je verzoek bekeken en kan het niet uitvoeren.',
    failed: 'Je verzoek kon niet worden uitgevoerd, en er is niets veranderd. Ons team weet ervan.',
    unknown: 'Je verzoek is nog niet bevestigd. Ons team zoekt het uit.',
  },
  pt: {
    waiting: 'Passei sua solicitação adiante. Uma pessoa da nossa equipe confere, e eu aviso você aqui do resultado.',
    begun: 'Estou cuidando da sua solicitação. Eu aviso você aqui do resultado.',
    already: 'Sua solicitação já está com a nossa equipe. Eu aviso você aqui do resultado.',
    done: 'Sua solicitação foi executada.',
    declined: 'Nossa equipe conferiu sua solicitação e não pode executá-la.',
    failed: 'Não foi possível executar sua solicitação, e nada foi alterado. Nossa equipe já sabe.',
    unknown: 'Sua solicitação ainda não foi confirmada. Nossa equipe está verificando.',
  },
}

/** What announces a prepared run to the customer. */
export const announcementOf = (language: string, { isAllowed }: { isAllowed: boolean }): string =>
  actionText(language, isAllowed ? 'begun' : 'waiting')

/** A text in a language; English for others. */
export const actionText = (language: string | null, key: ActionText): string =>
  TEXTS[findLanguage(language) ?? 'en'][key]
