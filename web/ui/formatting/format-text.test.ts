import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FormatAction, format, nextItem, pasteOn, type TextEdit } from './format-text.ts'

/** `[` and `]` are the ends of the selection, `|` is an empty one. */
function read(marked: string) {
  const at = marked.indexOf('|')
  if (at >= 0) return { text: marked.replace('|', ''), from: at, to: at }
  return { text: marked.replace(/[«»]/g, ''), from: marked.indexOf('«'), to: marked.indexOf('»') - 1 }
}

function write({ text }: { text: string }, edit: TextEdit | null): string {
  if (!edit) return 'null'
  const changed = text.slice(0, edit.from) + edit.text + text.slice(edit.to)
  const [from, to] = edit.select
  if (from === to) return `${changed.slice(0, from)}|${changed.slice(from)}`
  return `${changed.slice(0, from)}«${changed.slice(from, to)}»${changed.slice(to)}`
}

const CASES: [FormatAction, string, string][] = [
  ['bold', 'a «word» here', 'a **«word»** here'],
  ['bold', 'a **«word»** here', 'a «word» here'],
  ['bold', 'a «**word**» here', 'a «word» here'],
  ['bold', 'a« word »here', 'a **«word»** here'],
  ['italic', 'now |', 'now _|_'],
  ['link', 'our «page» is', 'our [page](«https://») is'],
  ['link', 'see |', 'see [|](https://)'],
  ['link', '«https://a.example»', '[|](https://a.example)'],
  ['bullets', 'a\nb|\nc', 'a\n- b|\nc'],
  ['bullets', '«a\nb»', '«- a\n- b»'],
  ['bullets', '«- a\n- b»', '«a\nb»'],
  ['numbers', '«- a\n- b»\nc', '«1. a\n2. b»\nc'],
]
for (const [action, before, after] of CASES) {
  test(`${action} of ${JSON.stringify(before)}`, () => {
    const selected = read(before)
    assert.equal(write(selected, format(action, selected)), after)
  })
}

test('a new line in a list is its next item; an empty item ends it', () => {
  const next = (marked: string) => write(read(marked), nextItem(read(marked)))
  assert.equal(next('- a|'), '- a\n- |')
  assert.equal(next('1. a|\nb'), '1. a\n2. |\nb')
  assert.equal(next('- a\n- |'), '- a\n|')
  assert.equal(next('plain|'), 'null')
})

test('an address that is pasted on words makes them a link', () => {
  const paste = (marked: string, pasted: string) => write(read(marked), pasteOn(read(marked), pasted))
  assert.equal(paste('our «page»', 'https://a.example/x '), 'our [page](https://a.example/x)|')
  assert.equal(paste('our «page»', 'javascript:alert(1)'), 'null')
  assert.equal(paste('our |', 'https://a.example/x'), 'null')
})
