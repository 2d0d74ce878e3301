import { useParts } from '../../../base/router.ts'
import { ArticleList } from './ArticleList.tsx'
import { ArticlePage, NewArticle } from './ArticlePage.tsx'
import { Collections } from './Collections.tsx'
import { HelpCentre } from './HelpCentre.tsx'
import './knowledge.css'

/**
 * The articles of the help centre: what help pages and the widget show, and what the AI agent and assistants answer from.
 * Other pages lead here with a question that has no article yet (…/new/<question>), and to an article by its words
 * (…/find/<words>).
 */
export default function KnowledgeBase() {
  const [, , aim, words = ''] = useParts()
  if (aim === 'new') return <NewArticle key={words} question={words} />
  if (aim === 'article') return <ArticlePage key={words} id={words} />
  if (aim === 'collections') return <Collections />
  if (aim === 'help-centre') return <HelpCentre />
  return <ArticleList key={words} query={aim === 'find' ? words : ''} />
}
