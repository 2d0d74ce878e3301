import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toBlocks } from './format-blocks.ts'
import { readMarks, withMarks, withWhatsAppMarks } from './formatting.ts'

/** The text with its ranges as tags: such as `<bold>Hi</bold>`. */
function tagged(source: string): string {
  const { text, formatting } = readMarks(source)
  const tags = formatting.flatMap(({ kind, from, to }, i) => [
    { at: from, tag: `<${kind}>`, order: i + 1 },
    { at: to, tag: `</${kind}>`, order: -i - 1 },
  ])
  const sorted = tags.sort((a, b) => b.at - a.at || b.order - a.order)
  return sorted.reduce((words, { at, tag }) => words.slice(0, at) + tag + words.slice(at), text)
}

const CASES: [string, string, string][] = [
  ['plain text', 'Hello there', 'Hello there'],
  ['bold', 'It is **really** here', 'It is <bold>really</bold> here'],
  ['italic', 'It is _really_ here', 'It is <italic>really</italic> here'],
  ['both', '**_x_**', '<bold><italic>x</italic></bold>'],
  ['without spaces, as Japanese is written', 'これは**太字**です', 'これは<bold>太字</bold>です'],
  ['a link', 'See [our page](https://a.example/x_y_z).', 'See <link>our page (https://a.example/x_y_z)</link>.'],
  ['a bold link', '**[our page](https://a.example)**', '<bold><link>our page (https://a.example)</link></bold>'],
  ['an address without words', 'https://a.example/_x_/**y**', 'https://a.example/_x_/**y**'],
  ['a script is no address', '[x](javascript:alert(1))', '[x](javascript:alert(1))'],
  ['names with underscores', 'my_order_number and __init__', 'my_order_number and __init__'],
  ['a sum', '2 * 3 ** 4 ** 5', '2 * 3 ** 4 ** 5'],
  ['marks without a counterpart', 'a ** b **c and _d', 'a ** b **c and _d'],
  ['marks over two lines', '**a\nb**', '**a\nb**'],
  ['left as they are', '\\**not bold\\** and \\_so\\_ on', '**not bold** and _so_ on'],
  [
    'a list',
    'Bring:\n- a **coat**\n- shoes\nThanks',
    'Bring:\n<bullets>- a <bold>coat</bold>\n- shoes</bullets>\nThanks',
  ],
  ['numbers', '1. a\n2. b', '<numbers>1. a\n2. b</numbers>'],
  ['a date', '24. December is the last day', '24. December is the last day'],
  ['stars as bullets', '* a\n* b', '<bullets>* a\n* b</bullets>'],
  ['more stars than two', '***wow***', '***wow***'],
  ['nothing between marks', '**** and ____', '**** and ____'],
  ['HTML', '<b>**x**</b>', '<b><bold>x</bold></b>'],
]

for (const [name, source, expected] of CASES) test(`marks: ${name}`, () => assert.equal(tagged(source), expected))

test('what is formatted is typed again as the same', () => {
  for (const [name, source] of CASES) {
    const read = readMarks(source)
    assert.deepEqual(readMarks(withMarks(read.text, read.formatting)), read, name)
  }
})

test('a text that only looks like marks stays as it is when it is typed again', () => {
  const text = '**a** _b_ [c](https://d.example)'
  assert.deepEqual(readMarks(withMarks(text, [])), { text, formatting: [] })
})

test('marks of WhatsApp', () => {
  const marked = withWhatsAppMarks(readMarks('**Hi** _there_: [page](https://a.example)\n- one'))
  assert.equal(marked, '*Hi* _there_: page (https://a.example)\n- one')
})

test('blocks: paragraphs, lists and links without their address', () => {
  const { text, formatting } = readMarks('Hi **you**\n\n1. [a](https://a.example)\n2. b\nBye')
  const plain = { isBold: false, isItalic: false, href: null }
  assert.deepEqual(toBlocks(text, formatting), [
    {
      kind: 'text',
      segments: [
        { ...plain, text: 'Hi ' },
        { ...plain, text: 'you', isBold: true },
        { ...plain, text: '\n' },
      ],
    },
    {
      kind: 'numbers',
      items: [
        { number: 1, segments: [{ ...plain, text: 'a', href: 'https://a.example' }] },
        { number: 2, segments: [{ ...plain, text: 'b' }] },
      ],
    },
    { kind: 'text', segments: [{ ...plain, text: 'Bye' }] },
  ])
})

test('ranges that do not fit the text harm nothing', () => {
  const blocks = toBlocks('ab', [
    { kind: 'bold', from: 1, to: 90 },
    { kind: 'link', from: 0, to: 2 },
    { kind: 'bullets', from: -5, to: 50 },
  ])
  assert.equal(JSON.stringify(blocks).includes('"href":"'), false)
})

test('hostile texts are read in linear time', () => {
  for (const part of ['**a ', '_a ', '[a](', '[', '**', '\\_', '- ', 'https://a ']) {
    const [short, long] = [10_000, 40_000].map((length) => {
      const source = part.repeat(length / part.length)
      const start = performance.now()
      for (let i = 0; i < 3; i++) readMarks(source)
      return performance.now() - start
    }) as [number, number]
    assert.ok(long < 12 * Math.max(short, 5), `${part}: ${short} ms, ${long} ms`)
  }
})
