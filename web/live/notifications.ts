import type { Conversation } from '../api/records.ts'
import { go, pathTo } from '../base/router.ts'
import { contactName } from './contact-name.ts'
import { myId } from './state.ts'

/** Notifications of the system, where a member turned them on: shown while the inbox is out of sight. */

const KEY = 'parley-notify'

export const canNotify = () => 'Notification' in window
export const doesNotify = () =>
  canNotify() && Notification.permission === 'granted' && localStorage.getItem(KEY) === 'on'

/** Asks the browser for permission where it has to; returns whether there will be notifications. */
export async function setNotify(isOn: boolean): Promise<boolean> {
  if (isOn && Notification.permission !== 'granted') await Notification.requestPermission()
  localStorage.setItem(KEY, isOn ? 'on' : 'off')
  return doesNotify()
}

/** Notifies of a message from a contact, to this member or to nobody yet. */
export function notify(one: Conversation, before: Conversation | undefined): void {
  if (!document.hidden || one.isRead || one.lastMessage?.senderType !== 'customer') return
  if (one.memberId !== myId() && (one.memberId !== null || one.isChatBot)) return
  if (before?.lastMessage?.createdAt === one.lastMessage.createdAt) return
  showNotice(contactName(one), { body: one.lastMessage.text.slice(0, 140), tag: one.id, path: pathTo('open', one.id) })
}

/** Shows a notification of the system, if the member wants any; a click on it goes to the path. `tag`: the conversation's id. */
export function showNotice(title: string, { body, tag, path }: { body: string; tag: string; path: string }): void {
  if (!doesNotify()) return
  void import('./push.ts')
    .then(({ showAsPush }) => showAsPush(title, body, tag))
    .catch(() => false)
    .then((isShown) => {
      if (isShown) return
      const notice = new Notification(title, { body, tag })
      notice.onclick = () => {
        focus()
        go(path)
        notice.close()
      }
    })
}
