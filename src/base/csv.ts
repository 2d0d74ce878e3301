/** What spreadsheets take for the start of a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** One line of a CSV file (RFC 4180). A cell that a spreadsheet would calculate begins with an apostrophe: it stays a text. */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(value: string | null): string {
  const text = value ?? ''
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
