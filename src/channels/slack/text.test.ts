import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromSlackText, slackLink, toSlackText } from './text.ts'

test('what a member typed in Slack becomes plain text', () => {
  for (const [typed, plain] of [
    ['a &lt;b&gt; &amp; c', 'a <b> & c'],
    ['&amp;lt;', '&lt;'],
    ['see <https://shop.example/a|our page>', 'see our page (https://shop.example/a)'],
    ['<https://shop.example>', 'https://shop.example'],
    ['<https://shop.example|shop.example>', 'https://shop.example'],
    ['<mailto:a@b.example|a@b.example>', 'a@b.example'],
    ['<@U123> hi <!here>', 'hi @here'],
    ['<#C1|general>', '#general'],
  ])
    assert.equal(fromSlackText(typed as string), plain)
})

test('what customers write is escaped', () => {
  assert.equal(toSlackText('<!channel> & <http://x|y>'), '&lt;!channel&gt; &amp; &lt;http://x|y&gt;')
  assert.equal(slackLink('https://a', 'x|<y>'), '<https://a|x/&lt;y&gt;>')
})
