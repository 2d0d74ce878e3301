import type { Texts } from './en.ts'

export default {
  greeting: 'Bonjour ! Comment puis-je vous aider ?',
  thanks: 'Je vous en prie ! Écrivez-nous si vous avez besoin d’autre chose.',
  goodbye: 'Au revoir et à bientôt !',
  who: 'Je suis un assistant IA. Si vous préférez parler à une personne, il suffit de le dire.',
  askBack: 'Je ne suis pas sûr de vous avoir compris. Pourriez-vous le dire autrement ou m’en dire un peu plus ?',
  'askBack.offers':
    'Je ne suis pas sûr de vous avoir compris. Est-ce cela ? Envoyez-moi son numéro, ou dites-le autrement.',
  'askBack.files':
    'Je ne peux pas regarder les images ni les fichiers. Pourriez-vous me dire en quelques mots de quoi il s’agit ?',
  'order.ask':
    'Je peux vérifier. Envoyez-moi le numéro de commande et l’adresse e-mail avec laquelle vous avez commandé, s’il vous plaît.',
  'order.askEmail':
    'Envoyez-moi l’adresse e-mail avec laquelle vous avez commandé, s’il vous plaît, afin que je puisse consulter la commande.',
  'order.askNumber': 'Envoyez-moi le numéro de la commande dont vous parlez, s’il vous plaît.',
  'order.unknown':
    'Je ne trouve aucune commande avec ce numéro et cette adresse e-mail. Vérifiez les deux et renvoyez-les-moi, s’il vous plaît.',
  'order.status': 'Commande {number} : {status}.',
  'order.placed': 'Passée le {date}.',
  'order.total': 'Total : {total}.',
  'order.toldAt': 'La boutique est injoignable pour le moment ; dernier état connu : {age}.',
  'order.cancelled': 'Annulée le {date}.',
  'order.noShipment': 'Elle n’a pas encore d’envoi.',
  'order.shipment': 'Envoi : {status}.',
  'order.shipmentWith': 'Envoi avec {carrier} : {status}.',
  'order.tracking': 'Numéro de suivi : {number}.',
  'order.trackingUrl': 'Vous pouvez le suivre ici : {url}',
  'order.shipped': 'Expédié le {date}.',
  'order.expected': 'Prévu le {date}.',
  'order.delivered': 'Livré le {date}.',
  'order.statusUrl': 'Tout sur la commande : {url}',
  'afterSale.ask':
    'Je peux vérifier. Envoyez-moi le numéro de commande et l’adresse e-mail avec laquelle vous avez commandé, s’il vous plaît.',
  'afterSale.return': 'Vous pouvez demander le retour de la commande {number} jusqu’au {date}, ici : {url}',
  'afterSale.refund': 'Vous pouvez demander le remboursement de la commande {number} jusqu’au {date}, ici : {url}',
  'afterSale.cancel': 'Vous pouvez annuler la commande {number} jusqu’au {date}, ici : {url}',
  'afterSale.edit': 'Vous pouvez modifier la commande {number} jusqu’au {date}, ici : {url}',
  'afterSale.cancelled': 'La commande {number} a été annulée ; il ne reste rien à faire.',
  'afterSale.tooLate':
    'Pour la commande {number}, c’était possible jusqu’au {date}. Si vous voulez qu’une personne regarde, il suffit de le dire.',
  'afterSale.notDelivered':
    'La commande {number} n’a pas encore été livrée. Dès qu’elle sera arrivée, vous pourrez le demander.',
  'size.guide': 'Voici les tailles de {title} ({unit}) :',
  'size.ask': 'De quel produit parlez-vous ?',
  'discounts.list': 'Voici les offres du moment :',
  'discounts.code': 'code {code}',
  'discounts.none': 'Il n’y a pas d’offre publique en ce moment.',
  'products.list': 'Voici ce que j’ai trouvé :',
  'stock.available': '{title} est disponible.',
  'stock.variants': '{title} est disponible en : {variants}.',
  'stock.soldOut': '{title} est épuisé en ce moment.',
  'advice.list': 'Voici ce qui correspond à votre recherche :',
  'advice.none':
    'Je n’ai rien trouvé dans notre gamme qui corresponde. Dites-moi ce qui peut être différent et je chercherai encore.',
  'advice.narrow':
    'Plusieurs produits correspondent. Dites-moi lequel de ces choix vous préférez et je choisirai les meilleurs :',
  'advice.instead': 'Disponible à la place :',
  'advice.currency': 'Je n’ai pas comparé les prix avec votre montant, car les nôtres sont en {currency}.',
  'advice.compare': 'Voici ce que la boutique dit des deux :',
  'advice.cheaper': '{title} coûte {amount} de moins.',
  'advice.lighter': '{title} pèse {amount} de moins.',
  'article.foreign': 'Voici ce que disent nos pages d’aide, dans une autre langue :',
  'guidance.foreign': 'La boutique a écrit ceci dans une autre langue :',
  'guidance.again.text': 'Écrivez votre réponse en quelques mots, s’il vous plaît.',
  'guidance.again.number': 'Il me faut ici un nombre.',
  'guidance.again.date': 'Il me faut ici une date.',
  'guidance.again.email': 'Il me faut ici une adresse e-mail.',
  'guidance.again.orderNumber': 'Il me faut ici un numéro de commande.',
} satisfies Texts
