/** Characters of one passage: a few sentences, so that each still says one thing. */
const PASSAGE_MAX = 400
/** Passages of an article, its question among them. What an answer says beyond them is found by its words. */
export const PASSAGES_MAX = 24

/** The texts of an article that get a vector each: its question, then its answer in pieces of whole sentences. */
export function passagesOf({ question, answer }: { question: string; answer: string }): string[] {
  const passages: string[] = []
  let passage = ''
  for (const sentence of answer.split(/(?<=[.!?؟](?=\s)|[。！？])|\n+/).flatMap(pieces)) {
    if (passage !== '' && passage.length + sentence.length + 1 > PASSAGE_MAX) {
      passages.push(passage)
      passage = ''
    }
    passage = passage === '' ? sentence : `${passage} ${sentence}`
  }
  if (passage !== '') passages.push(passage)
  return [...pieces(question), ...passages].slice(0, PASSAGES_MAX)
}

/** A sentence as it fits into a passage; nothing of one without a letter or a digit. */
function pieces(sentence: string): string[] {
  const text = sentence.toWellFormed().replace(/\s+/g, ' ').trim()
  if (!/[\p{L}\p{N}]/u.test(text)) return []
  return text.length <= PASSAGE_MAX ? [text] : (text.match(new RegExp(`.{1,${PASSAGE_MAX}}`, 'gsu')) ?? [])
}
