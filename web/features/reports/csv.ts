type Cell = string | number | null

/** Spreadsheets take a text that begins so for a formula, and would run what a customer wrote. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** Lines of cells as a file of RFC 4180, with the mark by which spreadsheets know UTF-8. Numbers have a point. */
export function toCsv(rows: Cell[][]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

function cell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Hands a text over as a file. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  // Once the browser has begun to save it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
