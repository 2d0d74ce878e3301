import { isRightToLeft } from '#base/language-tags.ts'
import { html } from '#surfaces/http/html.ts'
import { layout } from './layout.ts'
import { textsOf } from './texts/texts.ts'
import type { View } from './view.ts'

/** The page of an error status. `view`: the help centre, where it is known; `said`: the message of a refused request. */
export function errorPage(view: View | undefined, locale: string, status: number, said: string): string {
  const texts = view?.texts ?? textsOf(locale)
  const [title, text] =
    {
      404: [texts.notFound, texts.notFoundText],
      410: [texts.gone, texts.goneText],
      429: [texts.limited, texts.limitedText],
    }[status] ?? (status < 500 ? [texts.invalid, said] : [texts.failed, texts.failedText])
  const body = html`<h1>${title}</h1><p>${text}</p>`
  if (view) return layout(view, { title: title as string, path: null }, body)
  return html`<!doctype html>
<html lang="${locale}" dir="${isRightToLeft(locale) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
</head>
<body><main>${body}</main></body>
</html>
`.text
}
