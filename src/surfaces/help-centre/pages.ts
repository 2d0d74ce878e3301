import { shorten } from '#base/text.ts'
import type { Outline, ReadArticle, ShownCollection } from '#core/help-centre/pages.ts'
import type { ListedArticle, ListedCollection } from '#storage/help-centre/pages.ts'
import { Html, html } from '#surfaces/http/html.ts'
import { articleHtml } from './article-html.ts'
import { layout } from './layout.ts'
import { fill } from './texts/texts.ts'
import { pathOf, type View } from './view.ts'

/** Characters of a description that search engines show. */
const DESCRIPTION_MAX = 160

/** What lists and search engines say of an article. */
export const summaryOf = ({ description, beginning }: ListedArticle): string =>
  description || shorten(beginning, DESCRIPTION_MAX)

export function homePage(view: View, { collections, loose }: Outline): string {
  const { site, texts, locale } = view
  const shell = {
    title: `${site.name} · ${texts.title}`,
    description: texts.placeholder,
    path: pathOf.home(locale),
    translations: site.locales.map((tag) => ({ locale: tag, path: pathOf.home(tag) })),
    isHome: true,
  }
  const isEmpty = collections.length === 0 && loose.length === 0
  const body = html`${isEmpty ? html`<p>${texts.empty}</p>` : null}${
    collections.length > 0 ? html`<ul class="collections">${collections.map((one) => card(view, one))}</ul>` : null
  }${
    loose.length > 0
      ? html`${collections.length > 0 ? html`<h2>${texts.otherArticles}</h2>` : null}<ul class="list">${loose.map((one) => line(view, one))}</ul>`
      : null
  }`
  return layout(view, shell, body)
}

function card(view: View, { name, slug, icon, description, articles, first }: ShownCollection): Html {
  const { base, locale } = view
  const path = `${base}${pathOf.collection(locale, slug)}`
  const more = articles > first.length
  return html`<li><h2>${icon === '' ? null : html`<span aria-hidden="true">${icon}</span> `}<a href="${path}">${name}</a></h2>
${description === '' ? null : html`<p class="quiet">${description}</p>`}<ul>${first.map((one) => html`<li>${link(view, one)}</li>`)}</ul>
${more ? html`<a href="${path}">${fill(view.texts.all, { count: articles })}</a>` : null}</li>`
}

const link = ({ base, locale }: View, { slug, title }: ListedArticle): Html =>
  html`<a href="${base}${pathOf.article(locale, slug)}">${title}</a>`

const line = (view: View, article: ListedArticle): Html =>
  html`<li>${link(view, article)}<p>${summaryOf(article)}</p></li>`

/** The way from the home page to here. */
function crumbs({ base, locale, texts }: View, steps: { name: string; path?: string }[]): Html {
  const all = [{ name: texts.home, path: pathOf.home(locale) }, ...steps]
  const items = all.map(({ name, path }) =>
    path === undefined
      ? html`<li aria-current="page">${name}</li>`
      : html`<li><a href="${base}${path}">${name}</a></li>`,
  )
  return html`<nav class="crumbs" aria-label="${texts.home}"><ol>${items}</ol></nav>`
}

export function collectionPage(
  view: View,
  { collection, articles, pages }: { collection: ListedCollection; articles: ListedArticle[]; pages: number },
  page: number,
): string {
  const { texts, locale, base } = view
  const { name, slug, description, articles: count } = collection
  const path = pathOf.collection(locale, slug)
  const toPage = (n: number) => `${base}${path}${n === 1 ? '' : `?page=${n}`}`
  const shell = { title: name, description, path: page === 1 ? path : `${path}?page=${page}` }
  const body = html`${crumbs(view, [{ name }])}<h1>${name}</h1>
${description === '' ? null : html`<p>${description}</p>`}<p class="quiet">${count === 1 ? texts.oneArticle : fill(texts.articles, { count })}</p>
<ul class="list">${articles.map((one) => line(view, one))}</ul>
${
  pages > 1
    ? html`<nav class="pages">${page > 1 ? html`<a rel="prev" href="${toPage(page - 1)}">${texts.previous}</a>` : null}<span>${fill(texts.page, { page, pages })}</span>${page < pages ? html`<a rel="next" href="${toPage(page + 1)}">${texts.next}</a>` : null}</nav>`
    : null
}`
  return layout(view, shell, body)
}

export function articlePage(view: View, read: ReadArticle): string {
  const { texts, locale, base } = view
  const { article, collection, translations, related } = read
  const path = pathOf.article(locale, article.slug)
  const steps = collection ? [{ name: collection.name, path: pathOf.collection(locale, collection.slug) }] : []
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(article.editedAt)
  const shell = {
    title: article.title,
    description: summaryOf(article),
    path,
    translations: translations.map((one) => ({ locale: one.locale, path: pathOf.article(one.locale, one.slug) })),
    kind: 'article' as const,
  }
  const body = html`${crumbs(view, [...steps, { name: article.title }])}<article>
<h1>${article.title}</h1>
<p class="quiet"><time datetime="${article.editedAt.toISOString().slice(0, 10)}">${fill(texts.updated, { date })}</time></p>
<div class="body">${new Html(articleHtml(view, read))}</div>
</article>
<form class="helpful" method="post" action="${base}${path}/helpful" data-thanks="${texts.thanks}">
<p>${texts.helpful}</p>
<button name="helpful" value="yes">${texts.yes}</button>
<button name="helpful" value="no">${texts.no}</button>
</form>
${related.length > 0 ? html`<h2>${texts.related}</h2><ul class="list">${related.map((one) => html`<li>${link(view, one)}</li>`)}</ul>` : null}`
  return layout(view, shell, body)
}

export function searchPage(view: View, query: string, found: ListedArticle[]): string {
  const { texts } = view
  const shell = { title: query === '' ? texts.search : fill(texts.results, { query }), path: null, query }
  const body =
    query === ''
      ? html`<h1>${texts.search}</h1><p class="quiet">${texts.placeholder}</p>`
      : html`<h1>${fill(texts.results, { query })}</h1>
${found.length === 0 ? html`<p>${fill(texts.noResults, { query })}</p>` : html`<ul class="list">${found.map((one) => line(view, one))}</ul>`}`
  return layout(view, shell, body)
}
