/** Reads the JSON object in a model's answer; small models put words or a code fence around it. Returns undefined without one. */
export function readJson(answer: string): unknown {
  try {
    return JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}
