/**
 * Tells how far the shopper scrolls on a page (per cent, when it is more than before) and that they are about to leave.
 * The returned function reports it once more, and starts again on the next page.
 */
export function watchMoments(tell: (moment: { exit?: true; scroll?: number }) => void) {
  let most = 0
  const { documentElement: page } = document
  const again = () => tell({ scroll: most })

  function look(): void {
    const scroll = Math.round(((window.scrollY + innerHeight) / page.scrollHeight) * 100)
    if (scroll <= most) return
    most = scroll
    again()
  }

  addEventListener('scroll', look, { passive: true })
  // Out of the window at its top, where its tabs and its address are.
  page.addEventListener('mouseleave', ({ clientY }) => clientY <= 0 && tell({ exit: true }))
  return {
    again,
    reset(): void {
      most = 0
      look()
    },
  }
}
