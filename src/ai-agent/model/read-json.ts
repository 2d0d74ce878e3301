/** The JSON object in an answer: small models put words or a fence around it. Undefined where there is none. */
export function readJson(answer: string): unknown {
  try {
    return JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}
