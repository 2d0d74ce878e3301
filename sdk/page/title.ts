let added = ''

/** The page's own title, without what stands before it for unread messages. */
export const ownTitle = () => (document.title.startsWith(added) ? document.title.slice(added.length) : document.title)

/** Says in the title of a page that nobody looks at how many messages wait, and takes it back. */
export function countInTitle(unread: number): void {
  const title = ownTitle()
  added = unread > 0 && document.hidden ? `(${unread}) ` : ''
  if (document.title !== added + title) document.title = added + title
}
