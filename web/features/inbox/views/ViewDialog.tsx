import { useTags } from '../../../api/details.ts'
import type { SavedView } from '../../../api/records.ts'
import { addView, changeView, orderViews, removeView } from '../../../api/saved-views.ts'
import { useSegments } from '../../../api/segments.ts'
import { useMembers } from '../../../api/team/team.ts'
import { useTeams } from '../../../api/team/teams.ts'
import { VIEW_NAME_MAX } from '../../../base/limits.ts'
import { go, pathTo } from '../../../base/router.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { PRIORITIES } from '../../../live/priorities.ts'
import { loadViews } from '../../../live/saved-views.ts'
import { inbox } from '../../../live/state.ts'
import { CHANNELS, savedKey } from '../../../live/views.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { DialogForm } from '../../../ui/Dialog.tsx'
import { attempt } from '../../../ui/forms.ts'
import { choiceOf, viewFrom } from './view-form.ts'

const NEW_VIEW = { name: '', isShared: false, filters: { status: 'open', isSnoozed: false } } as const

/** Makes a saved view, or changes one: its name, filters, whose it is, its place; or deletes it. */
export default function ViewDialog({ view, onClose }: { view: SavedView | undefined; onClose: () => void }) {
  const members = useMembers()
  const tags = useTags()
  const teams = useTeams()
  const segments = useSegments()
  const { name, isShared, filters } = view ?? NEW_VIEW
  const given: SavedView['filters'] = filters

  const save = (data: FormData) =>
    attempt(async () => {
      const entered = viewFrom(data)
      const saved = await (view ? changeView(view.id, entered) : addView(entered))
      await loadViews()
      if (!view) go(pathTo(savedKey(saved.id)))
    })
  const remove = async (id: string) => {
    const isDone = await attempt(async () => {
      await removeView(id)
      go(pathTo('open'))
      await loadViews()
    }, t('View deleted'))
    if (isDone) onClose()
  }
  const choice = (field: keyof typeof given, label: string, yes: string, no: string) => (
    <label>
      {label}
      <select name={field} defaultValue={choiceOf(given[field] as boolean | undefined)}>
        <option value="">{t('Any')}</option>
        <option value="yes">{yes}</option>
        <option value="no">{no}</option>
      </select>
    </label>
  )
  return (
    <DialogForm
      title={view ? t('Edit the view') : t('New view')}
      dialogClass="view-dialog"
      className=""
      onSave={(_, data) => save(data)}
      onClose={onClose}
      foot={
        <>
          {view && (
            <ConfirmButton
              label={t('Delete')}
              question={isShared ? t('For everybody?') : t('Delete it?')}
              onConfirm={() => remove(view.id)}
            />
          )}
          <span className="grow" />
        </>
      }
    >
      <label>
        {t('Name')}
        <input
          name="name"
          required
          maxLength={VIEW_NAME_MAX}
          defaultValue={name}
          // biome-ignore lint/a11y/noAutofocus: the first field of a dialog
          autoFocus
        />
      </label>
      <div className="view-filters">
        <label>
          {t('Status')}
          <select name="status" defaultValue={given.status ?? ''}>
            <option value="">{t('Any')}</option>
            <option value="open">{t('Still open')}</option>
            <option value="resolved">{t('Resolved')}</option>
          </select>
        </label>
        <label>
          {t('Assigned to')}
          <select name="assigneeId" defaultValue={given.assigneeId ?? ''}>
            <option value="">{t('Any')}</option>
            <option value="me">{t('Whoever is viewing it')}</option>
            <option value="unassigned">{t('Nobody')}</option>
            {members.map((member) => (
              <option key={member.id} value={member.id}>
                {member.fullName}
              </option>
            ))}
          </select>
        </label>
        {(teams.length > 0 || given.team) && (
          <label>
            {t('Team')}
            <select name="team" defaultValue={given.team ?? ''}>
              <option value="">{t('Any')}</option>
              <option value="none">{t('No team')}</option>
              {given.team && given.team !== 'none' && !teams.some(({ id }) => id === given.team) && (
                <option value={given.team}>{t('a former team')}</option>
              )}
              {teams.map((team) => (
                <option key={team.id} value={team.id}>
                  {team.name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          {t('Channel')}
          <select name="channel" defaultValue={given.channel ?? ''}>
            <option value="">{t('Any')}</option>
            {Object.entries(CHANNELS).map(([channel, label]) => (
              <option key={channel} value={channel}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {choice('isRead', t('Read by the team'), t('Read'), t('Unread'))}
        {choice('isStarred', t('Star'), t('With a star'), t('Without'))}
        {choice('isSnoozed', t('Snoozed'), t('Snoozed only'), t('Not snoozed'))}
        {choice('isDue', t('Reply-time target'), t('With a clock, missed first'), t('Without a clock'))}
        <label>
          {t('Priority')}
          <select name="priority" defaultValue={given.priority ?? ''}>
            <option value="">{t('Any')}</option>
            {Object.entries(PRIORITIES).map(([priority, label]) => (
              <option key={priority} value={priority}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {(segments.length > 0 || given.segment) && (
          <label>
            {t('Segment of the contact')}
            <select name="segment" defaultValue={given.segment ?? ''}>
              <option value="">{t('Any')}</option>
              {segments.map(({ id, name: label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
        {choice('isChatBot', t('Handled by'), t('The AI agent'), t('The team'))}
        <label>
          {t('Active in the last days')}
          <input
            name="activeWithinDays"
            type="number"
            min={1}
            max={365}
            placeholder={t('Any')}
            defaultValue={given.activeWithinDays}
          />
        </label>
      </div>
      {tags.length > 0 && (
        <fieldset className="view-tags">
          <legend>{t('With any of these tags')}</legend>
          <div>
            {[...new Set([...(given.tags ?? []), ...tags])].map((tag) => (
              <label key={tag}>
                <input type="checkbox" name="tag" value={tag} defaultChecked={given.tags?.includes(tag)} />
                <span>{tag}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <label>
        {t('Who sees it')}
        <select name="for" defaultValue={isShared ? 'store' : 'me'}>
          <option value="me">{t('Only me')}</option>
          <option value="store">{t('Everybody in the store')}</option>
        </select>
      </label>
      {view && <Place view={view} />}
    </DialogForm>
  )
}

/** The view's place among those of the same owner. */
function Place({ view }: { view: SavedView }) {
  const views = useStore(inbox, (state) => state.views)
  const ids = views.filter(({ isShared }) => isShared === view.isShared).map(({ id }) => id)
  const at = ids.indexOf(view.id)
  const move = (by: 1 | -1) => {
    const next = ids.toSpliced(at, 1).toSpliced(at + by, 0, view.id)
    void attempt(async () => {
      await orderViews(next)
      await loadViews()
    })
  }
  return (
    <p className="view-place" role="status">
      <span>{t('Place {0} of {1}', at + 1, ids.length)}</span>
      <Button disabled={at <= 0} onClick={() => move(-1)}>
        {t('Move up')}
      </Button>
      <Button disabled={at >= ids.length - 1} onClick={() => move(1)}>
        {t('Move down')}
      </Button>
    </p>
  )
}
