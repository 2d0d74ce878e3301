/** How urgent a conversation is, the most urgent first. It chooses the reply-time targets. */
export const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const
export type Priority = (typeof PRIORITIES)[number]
