import { pathTo } from '../../../base/router.ts'

export const pathToPlayground = (...conversationId: string[]): string =>
  pathTo('settings', 'ai', 'playground', ...conversationId)

/** The playground with a message in its field, which the member sends. */
export const pathToTrial = (message: string): string => `${pathToPlayground()}#${new URLSearchParams({ message })}`

/** The message of `pathToTrial`, from what follows the #. */
export const readBegunMessage = (hash: string): string => new URLSearchParams(hash).get('message') ?? ''
