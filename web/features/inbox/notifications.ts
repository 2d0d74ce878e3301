import type { Conversation } from '../../api/types.ts'
import { go, pathTo } from '../../app/router.ts'
import { nameOf } from './Row.tsx'
import { myId } from './state.ts'

/** Notices of the system's own, where a member wants them: while nobody looks at the inbox. */

const KEY = 'parley-notify'

export const canNotify = () => 'Notification' in window
export const doesNotify = () =>
  canNotify() && Notification.permission === 'granted' && localStorage.getItem(KEY) === 'on'

/** Asks the browser, where it has not been asked yet; answers whether there will be notices. */
export async function setNotify(isOn: boolean): Promise<boolean> {
  if (isOn && Notification.permission !== 'granted') await Notification.requestPermission()
  localStorage.setItem(KEY, isOn ? 'on' : 'off')
  return doesNotify()
}

/** A customer wrote: to this member, or to nobody yet. */
export function notify(one: Conversation, before: Conversation | undefined): void {
  if (!document.hidden || !doesNotify() || one.isRead || one.lastMessage?.senderType !== 'customer') return
  if (one.memberId !== myId() && (one.memberId !== null || one.isChatBot)) return
  if (before?.lastMessage?.createdAt === one.lastMessage.createdAt) return
  const notice = new Notification(nameOf(one), { body: one.lastMessage.text.slice(0, 140), tag: one.id })
  notice.onclick = () => {
    focus()
    go(pathTo('open', one.id))
    notice.close()
  }
}
