/** Names of the attributes that a rating becomes: the team, REST and the tools see it without knowing of ratings. */
export const RATING = { score: 'Rating', comment: 'Rating comment' } as const
