import { onOneLine } from '#base/text.ts'
import type { Outline, ReadArticle } from '#core/help-centre/pages.ts'
import type { ListedArticle, ListedCollection } from '#storage/help-centre/pages.ts'
import { summaryOf } from './pages.ts'
import { pathOf, type View } from './view.ts'

/** A plain text as Markdown that reads the same. */
function escapeMarkdown(text: string): string {
  const lines = text.replace(/[\\`*_[\]<]/g, '\\$&').split('\n')
  // What makes a line a heading, a quotation, an item or a rule.
  return lines
    .map((line) =>
      line
        .trim()
        .replace(/^(?=[#>+=-])/, '\\')
        .replace(/^(\d{1,9})([.)])/, '$1\\$2'),
    )
    .join('\n')
}

const lineOf = (text: string) => escapeMarkdown(onOneLine(text).trim())

const link = (view: View, title: string, path: string) => `[${lineOf(title)}](${view.address}${path}.md)`

const itemOf = (view: View, article: ListedArticle) =>
  `- ${link(view, article.title, pathOf.article(view.locale, article.slug))}: ${lineOf(summaryOf(article))}`

/** The articles of a home page, by collection. */
export function outlineMarkdown(view: View, { collections, loose }: Outline): string {
  const parts = collections.map(
    ({ name, slug, description, first }) =>
      `## ${link(view, name, pathOf.collection(view.locale, slug))}\n\n${description === '' ? '' : `${lineOf(description)}\n\n`}${first.map((one) => itemOf(view, one)).join('\n')}\n`,
  )
  if (loose.length > 0)
    parts.push(`## ${view.texts.otherArticles}\n\n${loose.map((one) => itemOf(view, one)).join('\n')}\n`)
  return parts.join('\n')
}

export const homeMarkdown = (view: View, outline: Outline): string =>
  `# ${lineOf(view.site.name)}: ${view.texts.title}\n\n${outlineMarkdown(view, outline)}`

export const collectionMarkdown = (view: View, collection: ListedCollection, articles: ListedArticle[]): string =>
  `# ${lineOf(collection.name)}\n\n${collection.description === '' ? '' : `${lineOf(collection.description)}\n\n`}${articles.map((one) => itemOf(view, one)).join('\n')}\n`

/** The article's title and body; pictures have whole addresses. */
export function articleMarkdown(view: View, { article }: ReadArticle): string {
  const body = article.body?.replace(/\]\((\/files\/[\w-]+)/g, `](${view.address}$1`) ?? escapeMarkdown(article.answer)
  return `# ${lineOf(article.title)}\n\n${body.trim()}\n`
}
