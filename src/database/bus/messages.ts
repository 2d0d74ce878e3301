/**
 * What one part of the service publishes to others after a commit. Messages carry no record: a subscriber reads
 * what is committed. Typing and viewing are stored nowhere, so those two carry all there is: of the AI agent's typing,
 * what may already be shown of its answer.
 */
export type Signal =
  /** A conversation, or a message in it, has changed. */
  | { kind: 'changed'; id: string }
  | { kind: 'removed'; id: string }
  /** A conversation got another assignee or another team than these. */
  | { kind: 'moved'; id: string; memberId: string | null; teamId: string | null }
  /** What stands beside a conversation has changed: checklist notes, attributes, its summary. */
  | { kind: 'details'; id: string }
  /** A browsing session told something of itself: pages, context, events. */
  | { kind: 'visit'; id: string }
  | { kind: 'typing'; id: string; from: 'customer' | 'member'; active: boolean; memberId: string | null; name: string; avatarUrl: string; draft?: string } // biome-ignore format: one line a kind
  /** A visitor logged out, was identified, reset the session or was blocked: their tabs have to ask again. */
  | { kind: 'visitor'; id: string; what: 'ended' | 'renewed' }
  /** A member has a new notification, or has read some. */
  | { kind: 'notified'; id: string }
  /** A member changed a draft, in one of their browsers. */
  | { kind: 'draft'; id: string; conversationId: string; browser: string }
  /** A session of a member ended: their sockets have to authenticate again. */
  | { kind: 'member'; id: string }
  /** What the store asks of sessions has changed, or a member lost a second factor: open sockets are judged again. */
  | { kind: 'sessions' }
  /** The app was uninstalled: the storefront's sockets end. */
  | { kind: 'uninstalled' }
  /** A member changed saved views. */
  | { kind: 'views' }
  /** An admin changed the store's rules. */
  | { kind: 'rules' }
  /** An admin changed the store's guidance of the AI agent. */
  | { kind: 'guidance' }
  /** An admin changed the store's teams. */
  | { kind: 'teams' }
  /** An admin changed which conversations members may see, or a member's role. */
  | { kind: 'access' }
  /** An admin changed the store's reply-time targets, or the opening hours that they are counted by. */
  | { kind: 'targets' }
  /** An admin connected or disconnected Slack, or Slack refused the connection. */
  | { kind: 'slack' }
  /** An API key of the store was revoked, or the store is being deleted. */
  | { kind: 'keys' }
  /** An admin changed the store's segments of contacts. */
  | { kind: 'segments' }
  /** An article's vectors were computed again, or are out of date. */
  | { kind: 'article_vectors'; id: string }
  /** The store's settings of help pages changed, or the store was renamed, uninstalled, installed again or deleted. */
  | { kind: 'help_centre' }
  /** Products or collections of products changed. */
  | { kind: 'catalogue' }
  /** Articles or their collections changed. */
  | { kind: 'help_outline' }
  /** Which members are there, and not away, has changed. */
  | { kind: 'team' }
  /** Which members look at a conversation on the process that publishes this. */
  | { kind: 'viewing'; id: string; process: string; memberIds: string[] }

/**
 * For the dispatcher: there are new events, or a subscription was paused, resumed or deleted. For the AI agent: it has
 * something to do. For the carrier: a message is to be sent, something came in, or files are to be fetched. For the mirror:
 * a shop told something, or is to be read. For rules: something happened that one may be about, or one calls an
 * endpoint. For teams: there is a
 * conversation to give out, or somebody who may take one.
 */
export type QueueMessage = {
  kind:
    | 'events'
    | 'queue'
    | 'turns'
    | 'outbound'
    | 'pushes'
    | 'inbound'
    | 'late_files'
    | 'platform'
    | 'pulls'
    | 'rule_jobs'
    | 'rule_calls'
    | 'slack_jobs'
    | 'team_assignment_queue'
    | 'unassign'
}

export type BusMessage = Signal | QueueMessage
