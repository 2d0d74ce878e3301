import type { Language } from '../turn.ts'
export const handOverText = (_: Language) => 'A member of our team will take it from here.'
export const disclosure = (_: Language, name: string) => `I am ${name}, the AI assistant of this store.`
