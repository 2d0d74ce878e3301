import { useState } from 'react'
import { changeMe, changePassword } from '../../api/account.ts'
import { handBack, useTeams } from '../../api/team/teams.ts'
import { MEMBER_NAME_MAX } from '../../base/limits.ts'
import { useStore } from '../../base/store.ts'
import { t } from '../../base/texts.ts'
import { currentTheme, setTheme, type Theme } from '../../base/theme.ts'
import { holdsReplies, setHoldsReplies } from '../../live/message-actions.ts'
import { findMe } from '../../live/session.ts'
import { inbox } from '../../live/state.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { attempt, fields } from '../../ui/forms.ts'
import { NewPassword } from '../../ui/NewPassword.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { toast } from '../../ui/toast.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'

/** What members change of themselves. */
export function Account() {
  const { member } = useStore(inbox, (state) => state.me)
  const teams = useTeams()
  const [theme, show] = useState(currentTheme())
  const [isHolding, setHolding] = useState(holdsReplies)
  return (
    <>
      <Card title={t('Profile')} about={member.email}>
        <form
          className="form"
          onSubmit={(event) => {
            const form = fields(event)
            const names = { firstName: form('firstName'), lastName: form('lastName') }
            void attempt(() => changeMe(names).then(findMe), t('Saved'))
          }}
        >
          <div className="two">
            <label>
              {t('First name')}
              <input
                name="firstName"
                defaultValue={member.firstName ?? ''}
                maxLength={MEMBER_NAME_MAX}
                autoComplete="given-name"
              />
            </label>
            <label>
              {t('Last name')}
              <input
                name="lastName"
                defaultValue={member.lastName ?? ''}
                maxLength={MEMBER_NAME_MAX}
                autoComplete="family-name"
              />
            </label>
          </div>
          <Button type="submit">{t('Save')}</Button>
        </form>
        <Toggle
          label={t('Away')}
          about={t(
            'Customers are not told that you are here, even while the inbox is open, and teams and rules give you nothing.',
          )}
          isOn={member.enableAwayMode ?? false}
          onChange={(enableAwayMode) => void attempt(() => changeMe({ enableAwayMode }).then(findMe))}
        />
        {member.enableAwayMode && teams.length > 0 && (
          <Button onClick={() => void attempt(handBackMine)}>
            {t('Hand my open conversations back to their teams')}
          </Button>
        )}
      </Card>
      <Card title={t('Replies')}>
        <Toggle
          label={t('Hold replies back for 5 seconds')}
          about={t('Undo, or the key z, takes a reply back into the composer before it leaves. On this computer.')}
          isOn={isHolding}
          onChange={(isOn) => {
            setHoldsReplies(isOn)
            setHolding(isOn)
          }}
        />
      </Card>
      <Card title={t('Look')}>
        <fieldset className="choices">
          <legend className="sr-only">{t('Light or dark')}</legend>
          {(['auto', 'light', 'dark'] as Theme[]).map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="theme"
                checked={theme === one}
                onChange={() => {
                  setTheme(one)
                  show(one)
                }}
              />
              {{ auto: t('As the system'), light: t('Light'), dark: t('Dark') }[one]}
            </label>
          ))}
        </fieldset>
      </Card>
      <Password email={member.email} />
      <SecondFactor />
      <Sessions />
    </>
  )
}

async function handBackMine(): Promise<void> {
  const { count, isWhole } = await handBack()
  const text = t('One conversation handed back|{0} conversations handed back', count)
  toast(isWhole ? text : `${text} ${t('There are more: press once more.')}`)
}

function Password({ email }: { email: string }) {
  return (
    <Card title={t('Password')} about={t('Changing it ends your other sessions.')}>
      <form
        className="form"
        onSubmit={(event) => {
          const target = event.currentTarget
          const form = fields(event)
          void attempt(() => changePassword(form('current'), form('password')), t('Password changed')).then(
            (isDone) => isDone && target.reset(),
          )
        }}
      >
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <label>
          {t('Current password')}
          <input type="password" name="current" autoComplete="current-password" required />
        </label>
        <NewPassword label={t('New password')} />
        <Button type="submit">{t('Change the password')}</Button>
      </form>
    </Card>
  )
}
