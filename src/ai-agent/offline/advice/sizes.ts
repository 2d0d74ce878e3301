/** Sizes that a text asks for, as options of products are named. */

const LETTERS = /(?<![\p{L}\p{N}'’&-])(XXS|XS|S|M|L|XL|XXL|XXXL|2XL|3XL|4XL)(?![\p{L}\p{N}'’&-])/gu
const NAMED =
  /(?<!\p{L})(?:sizes?|größen?|groessen?|grösse|tallas?|tailles?|pointure|taglie?|maten|maat|tamanhos?|مقاس|サイズ)(?: is|:)? ?(?:n° ?)?(\d{1,3}(?:[.,]5)?(?:-\d{2,3})?|XXS|XS|S|M|L|XL|XXL|XXXL)(?![\p{L}\p{N}])/giu

/** Values such as "M" and "42", in capitals. Letters alone count as capitals only: "in S" names a size, "l'été" does not. */
export function readSizes(text: string): Set<string> {
  const named = [...text.matchAll(NAMED)].map(([, size = '']) => size.toUpperCase())
  const letters = text === text.toUpperCase() ? [] : [...text.matchAll(LETTERS)].map(([, size = '']) => size)
  return new Set([...named, ...letters])
}

/** Options that sizes are values of, in plain letters. */
const SIZE_OPTION = /size|gross|grosse|größe|talla|taille|pointure|tagli|maat|tamanho|numer|مقاس|サイズ/iu

/** Whether an option of a variant is a size. */
export const isSizeOption = (name: string): boolean => SIZE_OPTION.test(name)

/** Whether an option's value is a size that is asked for: "39-41" is 40, too. */
export function isSize(value: string, size: string): boolean {
  const written = value.toUpperCase().trim()
  if (written === size) return true
  const [, from, to] = /^(\d{1,3}) ?[-–/] ?(\d{1,3})$/.exec(written) ?? []
  return from !== undefined && to !== undefined && Number(from) <= Number(size) && Number(size) <= Number(to)
}
