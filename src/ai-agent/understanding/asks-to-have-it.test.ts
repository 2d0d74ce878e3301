import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '../turn.ts'
import { asksToHaveIt } from './asks-to-have-it.ts'

const CASES: [Language, 'cancel' | 'refund' | 'return', string, boolean][] = [
  ['en', 'cancel', 'Please cancel order 12', true],
  ['en', 'cancel', 'Can you cancel order 12?', true],
  ['en', 'cancel', 'Hi, how do I cancel an order? Mine is 12', false],
  ['en', 'cancel', 'How long does that take? Please cancel 12', true],
  ['en', 'cancel', 'I cancelled an order last year', false],
  ['en', 'cancel', 'Please do not cancel 12', false],
  ['en', 'cancel', '12, kim@shop.example', true],
  ['en', 'refund', 'I don’t need a refund for 12', false],
  ['en', 'refund', 'It is broken, I want my money back', true],
  ['en', 'return', 'I want to return the lamp of 12', true],
  ['en', 'return', 'How do I return something?', false],
  ['en', 'return', 'I do not want to return it', false],
  ['de', 'return', 'Ich möchte 12 zurückschicken', true],
  ['de', 'return', 'Wie kann ich etwas zurückschicken?', false],
  ['de', 'cancel', 'Bitte die Bestellung 12 löschen', true],
  ['de', 'cancel', 'Bitte 12 auf keinen Fall stornieren', false],
  ['de', 'cancel', 'Bis wann kann ich 12 noch stornieren?', false],
  ['de', 'refund', 'Ich brauche kein Geld zurück', false],
  ['fr', 'cancel', 'Je souhaite l’annulation de la commande 12', true],
  ['fr', 'cancel', 'Surtout n’annulez pas 12', false],
  ['fr', 'refund', 'Combien de temps prend un remboursement ?', false],
  ['es', 'cancel', 'Cancele mi pedido 12', true],
  ['es', 'cancel', '¿Qué pasa si cancelo 12?', false],
  ['it', 'cancel', 'Vorrei l’annullamento dell’ordine 12', true],
  ['it', 'refund', 'Quanto dura un rimborso?', false],
  ['nl', 'cancel', 'Annuleer bestelling 12 alstublieft', true],
  ['nl', 'cancel', 'Hoe kan ik annuleren?', false],
  ['pt', 'cancel', 'Quero cancelar o pedido 12', true],
  ['pt', 'cancel', 'Até quando posso cancelar?', false],
  ['ar', 'cancel', 'اريد الغاء الطلب 12', true],
  ['ar', 'cancel', 'كيف يمكنني الغاء الطلب؟', false],
  ['ja', 'cancel', '注文12をキャンセルしてください', true],
  ['ja', 'cancel', 'キャンセルの方法を教えてください', false],
]

test('a question how it goes, an earlier one and a refusal ask for nothing', () => {
  for (const [language, kind, text, expected] of CASES) {
    assert.equal(asksToHaveIt(text, kind, language), expected, `${language}: ${text}`)
  }
})
