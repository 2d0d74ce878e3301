import { convert, type FormatCallback, type HtmlToTextOptions } from 'html-to-text'
import sanitizeHtml, { type IOptions } from 'sanitize-html'
import { MAIL_LIMITS } from './limits.ts'
import { QUOTE_MARK } from './strip-quotes.ts'

/** Marks in HTML at which mail programs begin the mail being answered, whatever their language. */
const QUOTES = [
  'div.gmail_quote',
  'div.gmail_quote_container',
  '.yahoo_quoted',
  '.moz-cite-prefix',
  '.protonmail_quote',
  '.tutanota_quote',
  '.zmail_extra',
  '.quote_container',
  '#divRplyFwdMsg',
  '#appendonsend',
  '#mail-editor-reference-message-container',
  '#isReplyContent',
  '#OLK_SRC_BODY_SECTION',
]

const markQuote: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 })
  builder.addInline(QUOTE_MARK)
  builder.closeBlock({ trailingLineBreaks: 1 })
  builder.openBlock()
  walk(element.children, builder)
  builder.closeBlock()
}

/** A cell, apart from the next one of its row. */
const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder)
  builder.addInline(' ')
}

const TO_TEXT: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: MAIL_LIMITS.html, maxDepth: 60, maxChildNodes: 20_000 },
  formatters: { markQuote, cell },
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'style', format: 'skip' },
    { selector: 'script', format: 'skip' },
    { selector: 'title', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true } },
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'h2', options: { uppercase: false } },
    { selector: 'h3', options: { uppercase: false } },
    { selector: 'h4', options: { uppercase: false } },
    { selector: 'h5', options: { uppercase: false } },
    { selector: 'h6', options: { uppercase: false } },
    { selector: 'p', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: 'table', format: 'block' },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
    ...QUOTES.map((selector) => ({ selector, format: 'markQuote' })),
  ],
}

/** Elements inside elements; people's mails have some dozens. Deeper ones cost what no mail is worth. */
const DEPTH_MAX = 300
/** Elements that are closed by what follows, so that they do not nest when nobody closes them. */
const SELF_CLOSING =
  /^(p|li|t[drh]|tbody|thead|tfoot|br|img|hr|input|meta|link|col|colgroup|area|option|dt|dd|wbr|source|o:p)$/i

/** The HTML that is looked at; null when it is nested too deeply. */
function usableHtml(html: string): string | null {
  const start = html.slice(0, MAIL_LIMITS.html)
  let depth = 0
  for (const [, slash, name] of start.matchAll(/<(\/?)([a-z][a-z0-9:]{0,30})/gi)) {
    if (SELF_CLOSING.test(name as string)) continue
    depth = slash ? Math.max(depth - 1, 0) : depth + 1
    if (depth > DEPTH_MAX) return null
  }
  return start
}

/** The words of an HTML body, quoted lines with `>`. Of HTML that is not usable, what stands between the tags. */
export function htmlToWords(html: string): string {
  const usable = usableHtml(html)
  return usable === null ? html.slice(0, MAIL_LIMITS.html).replace(/<[^<>]*>/g, '\n') : convert(usable, TO_TEXT)
}

/** A value that fetches nothing and runs nothing. */
const PLAIN_VALUE = [/^[^()\\@]{0,200}$/, /^rgba?\([\d\s,.%/]{1,40}\)$/i]
const STYLES = [
  'color', 'background-color', 'font-family', 'font-size', 'font-style', 'font-weight', 'line-height', 'text-align',
  'text-decoration', 'vertical-align', 'white-space', 'width', 'max-width', 'height', 'padding', 'padding-top',
  'padding-right', 'padding-bottom', 'padding-left', 'margin', 'margin-top', 'margin-right', 'margin-bottom',
  'margin-left', 'border', 'border-top', 'border-right', 'border-bottom', 'border-left', 'border-radius',
  'border-collapse', 'display', 'direction',
] // biome-ignore format: a list

const FOR_FRAME: IOptions = {
  allowedTags: [
    ...sanitizeHtml.defaults.allowedTags, 'img', 'center', 'font', 'big', 'del', 'ins', 'strike', 'tt',
  ], // biome-ignore format: a list
  allowedAttributes: {
    '*': ['style', 'dir', 'lang', 'align', 'valign', 'bgcolor', 'width', 'height', 'title'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    font: ['color', 'size', 'face'],
    table: ['border', 'cellpadding', 'cellspacing'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
    ol: ['start', 'type'],
  },
  allowedStyles: { '*': Object.fromEntries(STYLES.map((name) => [name, PLAIN_VALUE])) },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  // Images of the mail itself; a remote one would tell its sender who looks at the mail, when and where.
  allowedSchemesByTag: { img: ['cid'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'style',
    'script',
    'textarea',
    'option',
    'noscript',
    'title',
    'iframe',
    'object',
    'svg',
    'math',
    'template',
  ],
  nestingLimit: 100,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer nofollow' }) },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src?.toLowerCase().startsWith('cid:'),
}

/**
 * The original for a sandboxed frame: no scripts, forms, frames and stylesheets, nothing that fetches; images of the mail
 * itself as `cid:{contentId}`. Null for HTML that is not usable.
 */
export function htmlForFrame(html: string): string | null {
  const usable = usableHtml(html)
  return usable === null ? null : sanitizeHtml(usable, FOR_FRAME)
}
