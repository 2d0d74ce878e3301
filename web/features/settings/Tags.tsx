import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { makeTag, tagsQuery } from '../../api/details.ts'
import { TAG_MAX } from '../../base/limits.ts'
import { Link, pathTo } from '../../base/router.ts'
import { t } from '../../base/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Form } from '../../ui/Form.tsx'
import { attempt } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'

/** Maximum of tags on the page; the others are found by typing. */
const SHOWN = 200

/** The store's catalog of tags: those that are offered when a conversation is tagged. */
export default function Tags() {
  const { data: tags, error, refetch } = useQuery({ ...tagsQuery, staleTime: 0 })
  const [words, setWords] = useState('')
  if (!tags) return <Loading error={error} onRetry={refetch} />
  const found = tags.filter((tag) => tag.toLowerCase().includes(words.trim().toLowerCase()))
  return (
    <>
      <Card title={t('New tag')} about={t('Available to the whole team. Tags added to conversations appear here too.')}>
        <Form
          className="form row-form"
          empties
          onSave={(form) => attempt(() => makeTag(form('name')), t('Tag created'))}
        >
          <input name="name" aria-label={t('Name of the tag')} placeholder="size/fit" maxLength={TAG_MAX} required />
          <Button type="submit">{t('Create tag')}</Button>
        </Form>
      </Card>
      <Card title={t('All tags ({0})', tags.length.toLocaleString())} about={t('In alphabetical order. Case matters.')}>
        {tags.length > 20 && (
          <input
            type="search"
            aria-label={t('Find a tag')}
            placeholder={t('Find a tag')}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
        {found.length === 0 && <p className="none">{tags.length === 0 ? t('None yet.') : t('No matching tag.')}</p>}
        <ul className="tag-catalog">
          {found.slice(0, SHOWN).map((tag) => (
            <li key={tag}>
              <Link className="button plain" href={pathTo(`tag:${tag}`)}>
                <span>{tag}</span>
              </Link>
            </li>
          ))}
        </ul>
        {found.length > SHOWN && (
          <p className="about">{t('The first {0} of {1}.', SHOWN, found.length.toLocaleString())}</p>
        )}
      </Card>
    </>
  )
}
