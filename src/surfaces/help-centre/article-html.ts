import type { ReadArticle } from '#core/help-centre/pages.ts'
import { renderBody, renderPlain } from '#core/knowledge/render-article.ts'
import type { View } from './view.ts'

/** An article's contents as HTML, with its pictures at addresses of this page's host. */
export function articleHtml(view: View, { article, pictures }: ReadArticle): string {
  if (article.body === null) return renderPlain(article.answer)
  const byId = new Map(pictures.map((picture) => [picture.id, picture]))
  return renderBody(article.body, {
    locale: view.locale,
    picture(id) {
      const found = byId.get(id)
      return found && { url: `${view.base}/files/${id}`, width: found.width, height: found.height }
    },
    linkTo: (address) => ownLink(view, address),
  })
}

/** A link to another page of the same help centre, however it was written, as this page writes it; undefined for any other. */
function ownLink({ base, address, baseUrl, site }: View, link: string): string | undefined {
  const beginnings = [address, `${baseUrl}/help/${site.handle}`, `/help/${site.handle}`]
  const beginning = beginnings.find((one) => link.startsWith(`${one}/`))
  return beginning === undefined ? undefined : `${base}${link.slice(beginning.length)}`
}
