/**
 * Gives the focus to an element after a wait, unless the person has gone on meanwhile: only what is within `home`, or
 * nothing at all, loses it. Keys that are meant for another field must never become acts here.
 */
export function refocus(element: HTMLElement | null | undefined, home: Element | null | undefined = element): void {
  const now = document.activeElement
  if (!now || now === document.body || home?.contains(now)) element?.focus({ preventScroll: true })
}
