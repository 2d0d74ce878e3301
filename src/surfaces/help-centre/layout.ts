import { isRightToLeft } from '#base/language-tags.ts'
import { type Html, html } from '#surfaces/http/html.ts'
import { pathOf, type View } from './view.ts'

/** What stands around a page's contents. */
export interface PageFrame {
  title: string
  /** For search engines and previews. */
  description?: string
  /** The page's path below the help centre's address; null: no search engine lists it. */
  path: string | null
  /** The page in each language that it is in. */
  translations?: { locale: string; path: string }[]
  kind?: 'website' | 'article'
  /** The home page has its title and the search in the header. */
  isHome?: boolean
  query?: string
}

/** A page of the help centre, readable without scripts. */
export function layout(view: View, shell: PageFrame, body: Html): string {
  const { site, locale, texts, base, baseUrl } = view
  const { title, isHome = false, query = '' } = shell
  return html`<!doctype html>
<html lang="${locale}" dir="${isRightToLeft(locale) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${isHome ? title : `${title} · ${site.name}`}</title>
${head(view, shell)}<link rel="icon" href="${base}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${base}/style.css">
<script src="${base}/help.js" data-sdk="${baseUrl}/sdk.js" data-app="${site.appId}" defer></script>
</head>
<body>
<a class="skip" href="#main">${texts.skip}</a>
<header${isHome ? html` class="home"` : null}>
<div class="bar">
<a class="brand" href="${base}${pathOf.home(locale)}">${site.logoId !== null ? html`<img src="${base}/files/${site.logoId}" alt="">` : null}<span>${site.name}</span></a>
${languages(view, shell)}<button type="button" data-contact hidden>${texts.contact}</button>
</div>
${isHome ? html`<h1>${texts.placeholder}</h1>\n` : null}<form class="search" role="search" action="${base}${pathOf.search(locale)}">
<input type="search" name="q" value="${query}" maxlength="200" aria-label="${texts.searchLabel}" placeholder="${texts.search}" enterkeyhint="search">
<button>${texts.search}</button>
</form>
</header>
<main id="main">${body}</main>
<footer><a href="${base}${pathOf.home(locale)}">${site.name} · ${texts.home}</a><button type="button" data-contact hidden>${texts.contact}</button></footer>
</body>
</html>
`.text
}

/** What search engines and previews read. */
function head({ site, locale, address }: View, shell: PageFrame): Html {
  const { title, description = '', path, translations = [], kind = 'website' } = shell
  if (path === null) return html`<meta name="robots" content="noindex">\n`
  const fallback = translations.find((one) => one.locale === site.first) ?? translations[0]
  return html`${description === '' ? null : html`<meta name="description" content="${description}">\n`}<link rel="canonical" href="${address}${path}">
${translations.map((one) => html`<link rel="alternate" hreflang="${one.locale}" href="${address}${one.path}">\n`)}${
  fallback ? html`<link rel="alternate" hreflang="x-default" href="${address}${fallback.path}">\n` : null
}<meta property="og:title" content="${title}">
<meta property="og:type" content="${kind}">
<meta property="og:url" content="${address}${path}">
<meta property="og:site_name" content="${site.name}">
<meta property="og:locale" content="${locale.replace('-', '_')}">
${description === '' ? null : html`<meta property="og:description" content="${description}">\n`}`
}

/** The languages that the reader can change to: of this page where it is translated, of the home page else. */
function languages({ site, locale, texts, base }: View, { translations = [] }: PageFrame): Html | null {
  if (site.locales.length < 2) return null
  const links = site.locales.map((tag) => {
    const path = translations.find((one) => one.locale === tag)?.path ?? pathOf.home(tag)
    const current = tag === locale ? html` aria-current="true"` : null
    return html`<li><a href="${base}${path}" hreflang="${tag}" lang="${tag}"${current}>${nameOf(tag)}</a></li>`
  })
  return html`<nav aria-label="${texts.language}"><ul class="languages">${links}</ul></nav>\n`
}

/** A language's name in that language. */
function nameOf(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}
