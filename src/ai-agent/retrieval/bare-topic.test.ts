import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '../turn.ts'
import { bareTopic } from './bare-topic.ts'

const BARE: [Language, string][] = [
  ['en', 'delivery'],
  ['en', 'Hi, information about delivery please!'],
  ['de', 'Lieferung?'],
  ['de', 'Frage zur Lieferung'],
  ['es', 'envío'],
  ['fr', 'les livraisons svp'],
  ['it', 'consegna'],
  ['nl', 'vraag over de bezorging'],
  ['pt', 'entrega'],
  ['ar', 'التوصيل'],
  ['ja', '配送について'],
]
const MORE: [Language, string][] = [
  ['en', 'do you deliver?'],
  ['en', 'when delivery'],
  ['en', 'delivery time'],
  ['en', 'no delivery'],
  ['de', 'wann Lieferung'],
  ['es', 'gastos de envío'],
  ['ja', '配送はいつ？'],
  ['en', 'please'],
]

test('a message that only names a topic has one; a question has none', () => {
  for (const [language, text] of BARE) assert.ok(bareTopic({ text, language }), text)
  for (const [language, text] of MORE) assert.equal(bareTopic({ text, language }), null, text)
})
