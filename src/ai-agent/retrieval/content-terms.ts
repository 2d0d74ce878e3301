import { isStopWord } from '#base/stop-words.ts'
import { isFunctionWord } from '../understanding/language-words.ts'
import type { GlossedWord } from './translate-terms.ts'

/** What people who type on a phone put around what they want, in English and in Hindi written in Latin letters. */
const CHATTER = new Set(
  `hi hii hiii hello hey dear sir madam mam maam bro friend guys team pls plz plzz please kindly u ur r im ive id dont doesnt
  didnt cant wont isnt hv hav ya yes yeah yep no ok okay okk thx thanks thank also just really actually any anyone
  hai hain h ka ki ke ko se mai mein mujhe mujhko kya kyu kyun ho hu hun hoon nahi nhi nai na aap aapka mera meri mere apka
  ye yeh wo woh bhi kuch koi chahiye chaiye karna karo kar kare karne krna batao bataye bata hoga hogi raha rahi rha liye`.split(
    /\s+/,
  ),
)

/** The terms that say what a text is about; all of them when none does. */
export function contentTerms(terms: GlossedWord[]): GlossedWord[] {
  const found = terms.filter(
    ({ text, isGlossed }) => isGlossed || !(isStopWord(text) || isFunctionWord(text) || CHATTER.has(text)),
  )
  // To send something back is to return it: that it is sent says no more.
  const isReturn = found.some(({ english }) => english.includes('return'))
  const rest = isReturn ? found.filter(({ english }) => english[0] !== 'send') : found
  return rest.length > 0 ? rest : terms
}
