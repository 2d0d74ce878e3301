const ROOT_PX = 16

/** A length of a drawing as it is at the usual size of text; it grows with the size that the reader has chosen. */
export const toRem = (px: number) => `${px / ROOT_PX}rem`

/** How many pixels such a length has now. */
export const toPx = (px: number) =>
  (px / ROOT_PX) * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
