/** What a model can do to a member's draft. */
export const REWRITINGS = ['rewrite', 'shorten', 'friendlier', 'formal', 'correct'] as const
export type Rewriting = (typeof REWRITINGS)[number]
