import type { NewArticleImport } from '../../../api/article-imports.ts'
import { t } from '../../../base/texts.ts'

/** Sources of articles, with their words. */
export const SOURCES: Record<NewArticleImport['kind'], { title: string; about: string }> = {
  site: {
    title: t('Website'),
    about: t(
      'A sitemap brings all its pages. A page brings the pages below it that the site’s sitemap names, or itself alone.',
    ),
  },
  zendesk: { title: 'Zendesk', about: t('Public articles need no token. A token is used for this import only.') },
  intercom: { title: 'Intercom', about: t('The token needs to read articles. It is used for this import only.') },
  files: {
    title: t('Notion or Markdown files'),
    about: t('From Notion, export as Markdown & CSV. Files of one folder become one collection.'),
  },
  shop: { title: t('Pages of your shop'), about: t('Published pages of the shop that is connected.') },
}

export const KINDS: NewArticleImport['kind'][] = ['site', 'zendesk', 'intercom', 'files', 'shop']
