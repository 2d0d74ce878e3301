import type { Texts } from './en.ts'

export default {
  greeting: 'Hallo! Womit kann ich Ihnen helfen?',
  thanks: 'Gern geschehen! Schreiben Sie einfach, wenn noch etwas ist.',
  goodbye: 'Auf Wiedersehen und alles Gute!',
  who: 'Ich bin ein KI-Assistent. Wenn Sie lieber mit einem Menschen sprechen möchten, sagen Sie es einfach.',
  askBack:
    'Ich bin nicht sicher, ob ich Sie richtig verstanden habe. Könnten Sie es anders sagen oder etwas mehr erzählen?',
  'askBack.offers':
    'Ich bin nicht sicher, ob ich Sie richtig verstanden habe. Meinen Sie das? Schicken Sie mir die Nummer, oder sagen Sie es anders.',
  'askBack.files':
    'Bilder und Dateien kann ich nicht ansehen. Können Sie mir mit ein paar Worten sagen, worum es geht?',
  'order.ask':
    'Das kann ich nachsehen. Bitte schicken Sie mir die Bestellnummer und die E-Mail-Adresse, mit der Sie bestellt haben.',
  'order.askEmail': 'Bitte schicken Sie mir die E-Mail-Adresse, mit der Sie bestellt haben, damit ich nachsehen darf.',
  'order.askNumber': 'Bitte schicken Sie mir die Nummer der Bestellung, die Sie meinen.',
  'order.unknown':
    'Ich finde keine Bestellung mit dieser Nummer und E-Mail-Adresse. Bitte prüfen Sie beides und schicken Sie es noch einmal.',
  'order.status': 'Bestellung {number}: {status}.',
  'order.placed': 'Bestellt am {date}.',
  'order.total': 'Summe: {total}.',
  'order.toldAt': 'Der Shop ist gerade nicht zu erreichen; letzter Stand: {age}.',
  'order.cancelled': 'Storniert am {date}.',
  'order.noShipment': 'Sie hat noch keine Sendung.',
  'order.shipment': 'Sendung: {status}.',
  'order.shipmentWith': 'Sendung mit {carrier}: {status}.',
  'order.tracking': 'Sendungsnummer: {number}.',
  'order.trackingUrl': 'Hier können Sie sie verfolgen: {url}',
  'order.shipped': 'Verschickt am {date}.',
  'order.expected': 'Erwartet am {date}.',
  'order.delivered': 'Zugestellt am {date}.',
  'order.statusUrl': 'Alles zu der Bestellung: {url}',
  'afterSale.ask':
    'Das kann ich prüfen. Bitte schicken Sie mir die Bestellnummer und die E-Mail-Adresse, mit der Sie bestellt haben.',
  'afterSale.return': 'Die Rücksendung der Bestellung {number} können Sie bis {date} hier anmelden: {url}',
  'afterSale.refund': 'Die Erstattung der Bestellung {number} können Sie bis {date} hier beantragen: {url}',
  'afterSale.cancel': 'Die Bestellung {number} können Sie bis {date} hier stornieren: {url}',
  'afterSale.edit': 'Die Bestellung {number} können Sie bis {date} hier ändern: {url}',
  'afterSale.cancelled': 'Die Bestellung {number} wurde storniert; es ist nichts mehr zu tun.',
  'afterSale.tooLate':
    'Bei der Bestellung {number} war das bis {date} möglich. Wenn ein Mensch darauf schauen soll, sagen Sie es einfach.',
  'afterSale.notDelivered':
    'Die Bestellung {number} ist noch nicht zugestellt. Sobald sie da ist, können Sie das anmelden.',
  'size.guide': 'Das sind die Größen von {title} ({unit}):',
  'size.ask': 'Welches Produkt meinen Sie?',
  'discounts.list': 'Diese Angebote gelten zurzeit:',
  'discounts.code': 'Code {code}',
  'discounts.none': 'Zurzeit gibt es kein öffentliches Angebot.',
  'products.list': 'Das habe ich gefunden:',
  'stock.available': '{title} ist lieferbar.',
  'stock.variants': '{title} ist lieferbar in: {variants}.',
  'stock.soldOut': '{title} ist zurzeit ausverkauft.',
  'advice.list': 'Das passt zu dem, was Sie suchen:',
  'advice.none':
    'In unserem Sortiment habe ich nichts gefunden, das passt. Sagen Sie mir, was anders sein darf, dann suche ich noch einmal.',
  'advice.narrow': 'Mehrere Produkte passen. Sagen Sie mir, was davon Ihnen lieber ist, dann wähle ich die besten aus:',
  'advice.instead': 'Stattdessen verfügbar:',
  'advice.currency': 'Ihren Betrag habe ich nicht mit den Preisen verglichen, denn unsere sind in {currency}.',
  'advice.compare': 'Das sagt der Shop über die beiden:',
  'advice.cheaper': '{title} kostet {amount} weniger.',
  'advice.lighter': '{title} wiegt {amount} weniger.',
  'article.foreign': 'Das steht in unseren Hilfeseiten, in einer anderen Sprache:',
} satisfies Texts
