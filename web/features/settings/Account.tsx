import { type FormEvent, useState } from 'react'
import { useStore } from '../../api/store.ts'
import { findMe } from '../../app/session.ts'
import { currentTheme, setTheme, type Theme } from '../../app/theme.ts'
import { Button } from '../../ui/Button.tsx'
import { moment } from '../../ui/time.ts'
import { useLoad } from '../../ui/useLoad.ts'
import { canNotify, doesNotify, setNotify } from '../inbox/notifications.ts'
import { inbox } from '../inbox/state.ts'
import * as calls from './calls.ts'
import { attempt, Card, Loading, Toggle } from './parts.tsx'
import { SecondFactor } from './SecondFactor.tsx'

/** What members change of themselves. */
export function Account() {
  const { member } = useStore(inbox, (state) => state.me)
  const [theme, show] = useState(currentTheme())
  const [notifies, setNotifies] = useState(doesNotify)
  return (
    <>
      <Card title="Profile" about={member.email}>
        <form
          className="form"
          onSubmit={(event) => {
            const form = fields(event)
            const names = { firstName: form('firstName'), lastName: form('lastName') }
            void attempt(() => calls.changeMe(names).then(findMe), 'Saved')
          }}
        >
          <div className="two">
            <label>
              First name
              <input name="firstName" defaultValue={member.firstName ?? ''} maxLength={100} autoComplete="given-name" />
            </label>
            <label>
              Last name
              <input name="lastName" defaultValue={member.lastName ?? ''} maxLength={100} autoComplete="family-name" />
            </label>
          </div>
          <Button type="submit">Save</Button>
        </form>
        <Toggle
          label="Away"
          about="Customers are not told that you are here, even while the inbox is open."
          isOn={member.enableAwayMode ?? false}
          onChange={(enableAwayMode) => void attempt(() => calls.changeMe({ enableAwayMode }).then(findMe))}
        />
      </Card>
      {canNotify() && (
        <Card title="Notices">
          <Toggle
            label="On this computer"
            about="While you look elsewhere: a customer wrote to you, or to nobody yet."
            isOn={notifies}
            onChange={(isOn) => void setNotify(isOn).then(setNotifies)}
          />
        </Card>
      )}
      <Card title="Look">
        <fieldset className="choices">
          <legend className="sr-only">Light or dark</legend>
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
              {{ auto: 'As the system', light: 'Light', dark: 'Dark' }[one]}
            </label>
          ))}
        </fieldset>
      </Card>
      <Card title="Password" about="Changing it ends your other sessions.">
        <form
          className="form"
          onSubmit={(event) => {
            const target = event.currentTarget
            const form = fields(event)
            void attempt(() => calls.changePassword(form('current'), form('password')), 'Password changed').then(
              (isDone) => isDone && target.reset(),
            )
          }}
        >
          <input type="hidden" name="username" autoComplete="username" value={member.email} readOnly />
          <label>
            Current password
            <input type="password" name="current" autoComplete="current-password" required />
          </label>
          <label>
            New password, 10 characters or more
            <input
              type="password"
              name="password"
              autoComplete="new-password"
              minLength={10}
              maxLength={200}
              required
            />
          </label>
          <Button type="submit">Change the password</Button>
        </form>
      </Card>
      <SecondFactor />
      <Sessions />
    </>
  )
}

/** A form's values, by name; the page stays. */
export function fields(event: FormEvent<HTMLFormElement>): (name: string) => string {
  event.preventDefault()
  const form = new FormData(event.currentTarget)
  return (name) => String(form.get(name) ?? '')
}

function Sessions() {
  const { data: sessions, error, reload } = useLoad(calls.getSessions)
  if (!sessions) return <Loading error={error} onRetry={reload} />
  return (
    <Card title="Where you are signed in">
      <ul className="lines">
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <strong>{browserOf(session.userAgent)}</strong>
              <p className="about">
                {session.ipAddress} · {session.isCurrent ? 'this session' : `last seen ${moment(session.lastSeenAt)}`}
              </p>
            </div>
            {!session.isCurrent && (
              <Button onClick={() => void attempt(() => calls.endSession(session.id).then(reload), 'Session ended')}>
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button onClick={() => void attempt(() => calls.endOtherSessions().then(reload), 'All others ended')}>
          End all others
        </Button>
      )}
    </Card>
  )
}

function browserOf(userAgent: string): string {
  const browser = /Edg\/|OPR\/|Firefox\/|Chrome\/|Safari\//.exec(userAgent)?.[0]?.slice(0, -1) ?? 'Unknown program'
  const name = { Edg: 'Edge', OPR: 'Opera' }[browser] ?? browser
  const system = /iPhone|iPad|Android|Windows|Mac OS|Linux/.exec(userAgent)?.[0]
  return system ? `${name} on ${system}` : name
}
