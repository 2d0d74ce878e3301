import { languagePart } from '#base/language-tags.ts'
import { makeStorable } from '#base/text.ts'
import type { Caller } from '#core/caller.ts'
import { checkLocale } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { ARTICLE_BODY_MAX, ARTICLE_DESCRIPTION_MAX, ARTICLE_QUESTION_MAX } from '#core/limits.ts'
import { readHelpSite } from '#core/stores/help-site.ts'
import { type TranslationDesk, translateTexts } from '#core/translation-desk.ts'
import type { Shop } from '#database/database.ts'
import { type ArticleRow, findArticle } from '#storage/knowledge/articles.ts'
import { type Article, addArticle, editArticle } from './articles.ts'

/** Lines with words that a first draft has: about ten requests to a translation service. */
const LINES_MAX = 500

/** What stands before the words of a line in Markdown: signs of headings, lists, quotations, callouts and tables. */
const SIGNS = /^(?:\s*(?:>|#{1,6} |[-*+] |\d{1,9}[.)] |\[![A-Z]+\]|\|))*\s*/
const FENCE = /^\s*(?:```|~~~)/

/**
 * A draft of an article in another language, in the article's translation group: in the words of what translates, or a copy
 * to be translated by hand. INVALID_PARAMS where there is one already.
 */
export async function addTranslation(
  caller: Caller,
  id: string,
  { locale, isTranslated }: { locale: string; isTranslated: boolean },
  desk: TranslationDesk,
): Promise<Article> {
  const { shop } = caller
  const tag = checkLocale(locale, 'locale')
  const [original, { first }] = await Promise.all([findArticle(shop, id), readHelpSite(shop)])
  if (!original) throw notFound('Article')
  if ((original.locale ?? first) === tag) throw invalidParams(`locale: the article is in ${tag} already.`)
  const texts = isTranslated ? await translateArticle(shop, original, languagePart(tag), desk) : textsOf(original)
  const translationGroupId = original.translationGroupId ?? id
  if (original.translationGroupId === null) await editArticle(caller, id, { translationGroupId })
  return addArticle(caller, {
    ...texts,
    locale: tag,
    translationGroupId,
    status: 'draft',
    private: original.isPrivate,
    productId: original.productId,
  })
}

const textsOf = ({ data: { question, answer }, body, description }: ArticleRow) =>
  body === null ? { question, answer, description } : { question, body, description }

async function translateArticle(shop: Shop, article: ArticleRow, to: string, desk: TranslationDesk) {
  const { question, answer } = article.data
  const lines = (article.body ?? answer).split('\n')
  const places = placesOf(lines)
  if (places.length > LINES_MAX) {
    throw invalidParams(`The article has more than ${LINES_MAX} lines; translate it in parts.`)
  }
  const said = [question, article.description, ...places.map(({ words }) => words)]
  const isWords = said.map((text) => /\p{L}/u.test(text))
  const translated = await translateTexts(
    shop,
    said.filter((_, i) => isWords[i]),
    to,
    desk,
  )
  let next = 0
  const [title = '', description = '', ...texts] = said.map((text, i) =>
    isWords[i] ? makeStorable(translated[next++]?.text ?? text) : text,
  )
  for (const [i, { at, signs }] of places.entries()) lines[at] = signs + (texts[i] ?? '')
  const text = lines.join('\n').slice(0, ARTICLE_BODY_MAX)
  const named = {
    question: title.slice(0, ARTICLE_QUESTION_MAX),
    description: description.slice(0, ARTICLE_DESCRIPTION_MAX),
  }
  return article.body === null ? { ...named, answer: text } : { ...named, body: text }
}

/** The words of lines, without the signs before them. Code stays as it is. */
function placesOf(lines: string[]): { at: number; signs: string; words: string }[] {
  let isCode = false
  return lines.flatMap((line, at) => {
    if (FENCE.test(line)) isCode = !isCode
    else if (!isCode) {
      const signs = SIGNS.exec(line)?.[0] ?? ''
      const words = line.slice(signs.length)
      if (/\p{L}/u.test(words)) return [{ at, signs, words }]
    }
    return []
  })
}
