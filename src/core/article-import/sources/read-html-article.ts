import type { DocumentReader } from '../reading/document-reader.ts'
import type { SourceArticle, Told } from '../source.ts'
import { SourceUnreadable } from '../web.ts'

interface HtmlArticle extends Omit<SourceArticle, 'markdown' | 'place'> {
  html: string
  /** The page's address, which its links rest on. */
  address: string
}

/** Reads an article that a source keeps as HTML. `name`: what it is called where it cannot be read; its `from` by default. */
export async function readHtmlArticle(
  reader: DocumentReader,
  { html, address, ...article }: HtmlArticle,
  name = article.from,
): Promise<Told> {
  try {
    const markdown = await reader.read('fragment', { html, address, title: article.title })
    if (markdown === '') throw new SourceUnreadable('it has no text')
    return { kind: 'article', article: { ...article, markdown } }
  } catch (error) {
    if (error instanceof SourceUnreadable) return { kind: 'failed', from: name, reason: error.message }
    throw error
  }
}
