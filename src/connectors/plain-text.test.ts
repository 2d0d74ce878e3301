import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainText } from './plain-text.ts'

const TEXTS = {
  // WordPress: names with entities, block comments, styles of page builders, short codes.
  'M&uuml;tze &#8211; Gr&#246;&szlig;e M': 'Mütze – Größe M',
  'Tom&#8217;s &amp; Co': 'Tom’s & Co',
  '<!-- wp:paragraph -->\n<p>Warm,<br />dry.</p>\n<!-- /wp:paragraph -->': 'Warm, dry.',
  '<style>.x{color:red}</style><h2>Sizes</h2><ul><li>Small</li><li>Large</li></ul>': 'Sizes Small Large',
  '<script>track("x")</script><p>Hand <a href="https://shop.example/wash">wash</a> only</p>': 'Hand wash only',
  '<table><tr><td>Weight</td><td>2 kg</td></tr></table>': 'Weight 2 kg',
  // Shopify: plain text, in which < and > are signs.
  'Fits heads 3 < 4 und 5 > 2': 'Fits heads 3 < 4 und 5 > 2',
  // Vendure: HTML of its editor.
  '<p>Soft &amp; <b title="a<b">warm</b></p><p>Wool&nbsp;only, Mü<strong>tz</strong>e</p>':
    'Soft & warm Wool only, Mütze',
  '<p>Less</p> 5 < 6': 'Less 5 < 6',
  '': '',
}

for (const [html, text] of Object.entries(TEXTS)) {
  test(`the words of ${JSON.stringify(html)}`, () => assert.equal(plainText(html), text))
}

test('a shop without a description has an empty one', () => assert.equal(plainText(null), ''))

test('a description of nothing but marks takes time by its length', () => {
  const timeOf = (html: string) => {
    const began = performance.now()
    plainText(html)
    return performance.now() - began
  }
  for (const mark of ['<', '<div>', '<p>x', '<!--', '&', '<a x="']) {
    timeOf(mark.repeat(1_000))
    // By the square it would be 10,000 times as long.
    assert.ok(timeOf(mark.repeat(100_000)) < 1_000 * Math.max(timeOf(mark.repeat(1_000)), 1), mark)
  }
})
