import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  addCannedReply,
  type CannedReplyWords,
  cannedRepliesQuery,
  changeCannedReply,
  removeCannedReply,
} from '../../api/canned-replies.ts'
import type { CannedReply, ReplyActs } from '../../api/records.ts'
import { useMembers } from '../../api/team/team.ts'
import { useTeams } from '../../api/team/teams.ts'
import { MESSAGE_TEXT_MAX, SHORTCUT_MAX } from '../../base/limits.ts'
import { t } from '../../base/texts.ts'
import { useAttachments } from '../../live/attachments.ts'
import { SNOOZES, wordsOf } from '../../live/reply-acts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Form } from '../../ui/Form.tsx'
import { AttachButton, AttachedFiles } from '../../ui/files/AttachedFiles.tsx'
import { attempt, linesOf } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'

/** Texts that every member may keep, for all or for themselves, and what is done along with them. */
export default function CannedReplies() {
  const { data: replies, error, refetch } = useQuery({ ...cannedRepliesQuery, staleTime: 0 })
  useTeams() // a reply's team is named as it is known
  const [editing, setEditing] = useState<string | null>(null)
  if (!replies) return <Loading error={error} onRetry={refetch} />
  return (
    <>
      <Card
        title={t('New reply')}
        about={t(
          'Typed as /shortcut in a reply. {{name}} becomes the contact’s first name, {{member}} yours, {{order}} the number of their newest order, {{store}} the store’s name.',
        )}
      >
        <ReplyForm label={t('Add')} onSave={addCannedReply} />
      </Card>
      <Card title={t('All replies')}>
        {replies.length === 0 && <p className="none">{t('None yet.')}</p>}
        <ul className="lines">
          {replies.map((reply) =>
            editing === reply.id ? (
              <li key={reply.id}>
                <ReplyForm
                  label={t('Save')}
                  reply={reply}
                  onSave={async (change) => {
                    await changeCannedReply(reply.id, change)
                    setEditing(null)
                  }}
                />
              </li>
            ) : (
              <li key={reply.id}>
                <div>
                  <strong>/{reply.shortcut}</strong>
                  {!reply.isShared && <span className="about"> {t('Only me')}</span>}
                  <p className="about">{reply.text}</p>
                  {reply.files.length > 0 && <p className="about">{reply.files.map(({ name }) => name).join(' · ')}</p>}
                  {wordsOf(reply.actions).length > 0 && <p className="about">{wordsOf(reply.actions).join(' · ')}</p>}
                </div>
                <Button onClick={() => setEditing(reply.id)}>{t('Edit')}</Button>
                <ConfirmButton
                  label={t('Delete')}
                  question={reply.isShared ? t('For everybody?') : t('Delete it?')}
                  onConfirm={() => attempt(() => removeCannedReply(reply.id), t('Deleted'))}
                />
              </li>
            ),
          )}
        </ul>
      </Card>
    </>
  )
}

interface FormProps {
  label: string
  reply?: CannedReply
  onSave: (reply: CannedReplyWords) => Promise<unknown>
}

function ReplyForm({ label, reply, onSave }: FormProps) {
  const members = useMembers()
  const teams = useTeams()
  const acts: ReplyActs = reply?.actions ?? {}
  const attachments = useAttachments(null, reply?.files)
  return (
    <Form
      draft={`canned:${reply?.id ?? ''}`}
      empties={!reply}
      onSave={(form) =>
        attempt(async () => {
          await onSave({ ...wordsFrom(form), files: attachments.files.map(({ id }) => id) })
          if (!reply) attachments.clear()
        }, t('Saved'))
      }
    >
      <label>
        {t('Shortcut')}
        <input
          name="shortcut"
          defaultValue={reply?.shortcut}
          placeholder="returns"
          maxLength={SHORTCUT_MAX + 1}
          required
        />
      </label>
      <label>
        {t('Text')}
        <textarea name="text" rows={3} defaultValue={reply?.text} maxLength={MESSAGE_TEXT_MAX} required />
      </label>
      <div className="send-files">
        <AttachedFiles attachments={attachments} />
        <AttachButton attachments={attachments} />
      </div>
      <details className="along" open={Object.keys(acts).length > 0}>
        <summary>{t('Actions when it is sent')}</summary>
        <label>
          {t('Add these tags, one per line')}
          <textarea name="tags" rows={2} defaultValue={acts.tags?.join('\n')} />
        </label>
        <label>
          {t('Assign to')}
          {/* Made anew when the teams are known: until then their option is none that it could show. */}
          <select
            name="to"
            key={teams.length}
            defaultValue={acts.teamId ? `${TEAM}${acts.teamId}` : (acts.assigneeId ?? '')}
          >
            <option value="">{t('No change')}</option>
            <option value="me">{t('The sender')}</option>
            <option value="nobody">{t('Nobody')}</option>
            {members
              .filter(({ active, id }) => active || id === acts.assigneeId)
              .map((member) => (
                <option key={member.id} value={member.id}>
                  {member.fullName}
                </option>
              ))}
            {teams.length > 0 && (
              <optgroup label={t('Teams')}>
                {teams.map((team) => (
                  <option key={team.id} value={`${TEAM}${team.id}`}>
                    {`${team.emoji} ${team.name}`.trim()}
                  </option>
                ))}
              </optgroup>
            )}
          </select>
        </label>
        <label>
          {t('Afterwards')}
          <select name="then" defaultValue={acts.status ?? acts.snooze ?? ''}>
            <option value="">{t('Stays open')}</option>
            <option value="resolved">{t('Resolve')}</option>
            {Object.entries(SNOOZES).map(([kind, when]) => (
              <option key={kind} value={kind}>
                {t('Snooze: {0}', when)}
              </option>
            ))}
          </select>
        </label>
      </details>
      <label>
        {t('Who sees it')}
        <select name="for" defaultValue={reply && !reply.isShared ? 'me' : 'store'}>
          <option value="store">{t('Everybody in the store')}</option>
          <option value="me">{t('Only me')}</option>
        </select>
      </label>
      <Button type="submit" disabled={attachments.isSending}>
        {label}
      </Button>
    </Form>
  )
}

/** Before a team's id, among members' ids. */
const TEAM = 'team:'

/** What is left open is not done. */
function wordsFrom(form: (name: string) => string): Omit<CannedReplyWords, 'files'> {
  const tags = linesOf(form('tags'))
  const to = form('to')
  const then = form('then')
  const after = then === 'resolved' ? { status: then } : then in SNOOZES ? { snooze: then as keyof typeof SNOOZES } : {}
  const acts: ReplyActs = {
    ...(tags.length > 0 && { tags }),
    ...(to.startsWith(TEAM) ? { teamId: to.slice(TEAM.length) } : to && { assigneeId: to }),
    ...(after as ReplyActs),
  }
  return { shortcut: form('shortcut'), text: form('text'), isShared: form('for') === 'store', actions: acts }
}
