import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BodyAction, editBody, pasteAddress } from './markdown-edits.ts'

/** The text after an edit, with what is selected then in brackets; `|` is the cursor. */
function edited(action: BodyAction, marked: string): string {
  const [from, to] = [marked.indexOf('«'), marked.indexOf('»') - 1]
  const text = marked.replace(/[«»]/g, '')
  const edit = editBody(action, { text, from, to })
  const next = text.slice(0, edit.from) + edit.text + text.slice(edit.to)
  const [first, last] = edit.select
  return `${next.slice(0, first)}«${next.slice(first, last)}»${next.slice(last)}`
}

test('a line becomes a heading, a smaller one, and a line again', () => {
  assert.equal(edited('heading', 'a\nCa«»re\nb'), 'a\n# Care«»\nb')
  assert.equal(edited('heading', '# Ca«»re'), '## Care«»')
  assert.equal(edited('heading', '## Ca«»re'), 'Care«»')
  assert.equal(edited('heading', '«»'), '# «»')
})

test('lines become a callout, whose kind goes round', () => {
  assert.equal(edited('callout', 'one\n«two\nthree»\nfour'), 'one\n\n> [!NOTE]\n> two\n> three«»\n\nfour')
  assert.equal(edited('callout', '«»'), '> [!NOTE]\n> «»')
  assert.equal(edited('callout', '> [!NOTE]\n> two\n> th«»ree'), '> [!TIP]\n> two\n> th«»ree')
  assert.equal(edited('callout', '> [!CAUTION]\n> «»'), '> [!NOTE]\n> «»')
  assert.equal(edited('callout', '> a quo«»tation'), '> [!NOTE]\n> > a quotation«»')
})

test('a table stands by itself, and a video is a link', () => {
  assert.equal(edited('table', 'a«»'), 'a\n\n| «Column» | Column |\n| --- | --- |\n| Text | Text |')
  assert.equal(edited('video', 'see «»'), 'see [Video](«https://»)')
  assert.equal(edited('video', '«https://youtu.be/x»'), '[«Video»](https://youtu.be/x)')
  assert.equal(edited('video', '«How to pitch»'), '[How to pitch](«https://»)')
})

test('a pasted address becomes a link, but not within one', () => {
  const paste = (text: string, pasted: string) => pasteAddress({ text, from: text.length, to: text.length }, pasted)
  assert.equal(paste('see ', 'https://shop.example/a')?.text, '<https://shop.example/a>')
  assert.equal(paste('[see](', 'https://shop.example/a'), null)
  assert.equal(paste('<', 'https://shop.example/a'), null)
  assert.equal(paste('see ', 'some words'), null)
  assert.equal(pasteAddress({ text: 'see', from: 0, to: 3 }, 'https://shop.example/a'), null)
})
