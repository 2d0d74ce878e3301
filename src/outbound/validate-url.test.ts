import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whyNoWebAddress } from './validate-url.ts'

test('a web address is one as it stands, in every spelling that is valid', () => {
  for (const good of [
    'https://shop.example',
    'https://shop.example/',
    'HTTPS://SHOP.Example/Hooks',
    'http://shop.example:8080/x',
    'https://shop.example:/x',
    'https://shop.example:65535',
    'https://shop.example./x',
    'https://shop.example?a=1',
    'https://shop.example#part',
    'https://shop.example/a@b:c//d?e=@&f=https://g#h',
    'https://shop.example/%20%00?q=%5C',
    'https://shop.example/{id}|"x"',
    'https://bücher.example/grüße?q=日本',
    'https://xn--bcher-kva.example/',
    'https://日本。example/',
    'https://under_score.shop.example/',
    'https://1.1.1.1/x',
    'https://[2606:4700:4700::1111]:8443/x',
    `https://${'x'.repeat(63)}.example/`,
  ]) {
    assert.equal(whyNoWebAddress(good), null, good)
  }
})

test('addresses that a URL parser would correct, or that no request can have, are rejected with the reason', () => {
  const bad: [string, RegExp][] = [
    ['', /valid URL/],
    ['shop.example', /valid URL/],
    ['//shop.example', /valid URL/],
    ['https://', /valid URL/],
    ['https://shop example/', /valid URL/],
    ['https://shop.example:65536/', /valid URL/],
    ['https://shop.example:x/', /valid URL/],
    [' https://shop.example/', /white space/],
    ['https://shop.example/\n', /white space/],
    ['https://shop.example/a b', /white space/],
    ['https://shop.example/?a=b c', /white space/],
    ['https://shop.example/\u00a0', /white space/],
    ['https://shop.example/\u3000', /white space/],
    ['https://sh\top.example/', /control/],
    ['ht\ntps://shop.example/', /control/],
    ['\u0001https://shop.example/', /control/],
    ['https://shop.example/\u007f', /control/],
    ['https://shop.example/\u0085', /control/],
    ['https:\\\\shop.example\\x', /backslash/],
    ['https://shop.example\\@other.example/', /backslash/],
    ['https:shop.example', /\/\//],
    ['https:/shop.example/x', /\/\//],
    ['https:///shop.example/x', /\/\//],
    ['https:////shop.example/x', /\/\//],
    ['mailto:a@shop.example', /\/\//],
    ['https://user@shop.example/', /user name/],
    ['https://user:password@shop.example/', /user name/],
    ['https://:password@shop.example/', /user name/],
    ['https://@shop.example/', /user name/],
    ['https://:@shop.example/', /user name/],
    ['https://shop.example@other.example?x', /user name/],
    ['https://shop.example:0/', /port 0/],
    ['https://shop.example:00000', /port 0/],
    ['https://shop..example/', /shop\.\.example/],
    ['https://.shop.example/', /\.shop\.example/],
    ['https://shop.example../', /shop\.example\./],
    ['https://./', /host/],
    [`https://${'x'.repeat(64)}.example/`, /host/],
    [`https://${'x.'.repeat(127)}example/`, /host/],
  ]
  for (const [text, reason] of bad) assert.match(String(whyNoWebAddress(text)), reason, JSON.stringify(text))
})
