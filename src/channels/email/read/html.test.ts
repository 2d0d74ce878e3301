import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { htmlForFrame } from './html.ts'

const ELSEWHERE = 'https://tracker.example/x'
/** Ways to run something, or to fetch something, from HTML. */
const HOSTILE = [
  '<script>parent.ran = 1</script>',
  `<script src="${ELSEWHERE}"></script>`,
  '<img src=x onerror="parent.ran = 1">',
  `<img src="${ELSEWHERE}">`,
  `<img src="cid:1" srcset="${ELSEWHERE} 2x">`,
  '<img src="data:image/svg+xml,<svg onload=parent.ran=1>">',
  '<img src="//tracker.example/x"><img src="\\\\tracker.example\\x"><img src="/x"><img src=" https://tracker.example/x">',
  `<picture><source srcset="${ELSEWHERE}"><img src="${ELSEWHERE}"></picture>`,
  `<div style="background:url(${ELSEWHERE})">a</div>`,
  `<div style="background:u\\72l(${ELSEWHERE})">a</div>`,
  `<div style="color:red;background-image:image-set('${ELSEWHERE}' 1x)">a</div>`,
  `<div style="width:expression(parent.ran=1);list-style:url('${ELSEWHERE}')">a</div>`,
  `<style>@import "${ELSEWHERE}"; body { background: url(${ELSEWHERE}) }</style>`,
  `<link rel="stylesheet" href="${ELSEWHERE}"><link rel="prefetch" href="${ELSEWHERE}">`,
  `<meta http-equiv="refresh" content="0;url=${ELSEWHERE}">`,
  `<base href="https://tracker.example/"><img src="x">`,
  `<iframe src="${ELSEWHERE}"></iframe><iframe srcdoc="<script>top.ran=1</script>"></iframe>`,
  `<object data="${ELSEWHERE}"></object><embed src="${ELSEWHERE}">`,
  `<video src="${ELSEWHERE}" poster="${ELSEWHERE}"></video><audio src="${ELSEWHERE}"></audio>`,
  `<table background="${ELSEWHERE}"><tr><td background="${ELSEWHERE}">a</td></tr></table>`,
  `<body background="${ELSEWHERE}" onload="parent.ran = 1">a</body>`,
  `<form action="${ELSEWHERE}"><input type="image" src="${ELSEWHERE}"><button>Go</button></form>`,
  `<svg><image href="${ELSEWHERE}"/><use href="${ELSEWHERE}#a"/><script>parent.ran = 1</script></svg>`,
  `<math><mtext><style><img src=x onerror="parent.ran = 1"></style></mtext></math>`,
  '<noscript><p title="</noscript><img src=x onerror=parent.ran=1>"></noscript>',
  '<a href="javascript:parent.ran=1" id="go">a</a><a href="data:text/html,<script>1</script>">b</a>',
  '<a href="&#106;avascript:parent.ran=1">a</a><a href="java\nscript:parent.ran=1">b</a>',
  `<p style="font-family:'a';src:url(${ELSEWHERE})">a</p><font face="url(${ELSEWHERE})">a</font>`,
  '<textarea><img title="</textarea><img src=x onerror=parent.ran=1>"></textarea>',
  '<<script>parent.ran=1//<</script>',
  '<img src="x"" onerror="parent.ran=1">',
  '<template><script>parent.ran=1</script></template><xmp><script>parent.ran=1</script></xmp>',
]

const browser = await openBrowser()

/** Writes into a frame, and clicks what is there. Runs in the browser. */
const SHOW = `(html) => {
  document.body.innerHTML = '<iframe></iframe>'
  const inner = document.querySelector('iframe').contentDocument
  inner.open()
  inner.write(html)
  inner.close()
  for (const link of inner.querySelectorAll('a')) if (!link.href.startsWith('http')) link.click()
}`

/** What a browser does with HTML: which addresses it asks for, and whether a script ran. */
async function makeViewer(): Promise<(html: string) => Promise<{ ran: boolean; asked: string[] }>> {
  const page = await browser.newPage()
  const asked: string[] = []
  await page.route('**/*', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ status: 200, body: '' })
  })
  return async (html) => {
    await page.goto('about:blank')
    asked.length = 0
    await page.evaluate(`(${SHOW})(${JSON.stringify(html)})`)
    // What the mail asks for has been asked for once a later request is answered.
    await page.evaluate('fetch("https://end.example/")')
    const ran = (await page.evaluate('"ran" in window')) as boolean
    return { ran, asked: asked.filter((url) => !/^(https:\/\/end\.example\/|cid:)/.test(url)) }
  }
}

test('spec C11.17: nothing of a hostile mail runs or fetches anything in a browser, even without a sandbox', {
  skip,
}, async (t) => {
  const view = await makeViewer()
  let harmful = 0
  for (const html of HOSTILE) {
    const asItCame = await view(html)
    if (asItCame.ran || asItCame.asked.length > 0) harmful++
    const clean = htmlForFrame(html) ?? ''
    assert.deepEqual(await view(clean), { ran: false, asked: [] }, clean)
  }
  t.diagnostic(`${harmful} of ${HOSTILE.length} do something as they came`)
  assert.ok(harmful > 15)
})

test('what people write stays: links, lists, tables, colours, images of the mail itself', () => {
  const html = htmlForFrame(
    '<p style="color:#c00;position:fixed">Hi</p><a href="https://a.example/?b=1&amp;c=2">x</a><img src="cid:i1" alt="A"><table border="1"><tr><td>1</td></tr></table><ul><li>a</li></ul>',
  )
  assert.equal(
    html,
    '<p style="color:#c00">Hi</p><a href="https://a.example/?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">x</a><img src="cid:i1" alt="A" /><table border="1"><tr><td>1</td></tr></table><ul><li>a</li></ul>',
  )
})
