import type { Consent } from '../../api/records.ts'

/** Identity of the assistant, as far as it is known: it chose its names itself, but not its hosts. */
export function Whom({ consent }: { consent: Consent }) {
  const { client, publisher, redirectHost } = consent
  return (
    <>
      <dl className="consent-facts">
        <dt>Calls itself</dt>
        <dd>{client.name}</dd>
        <dt>Publisher</dt>
        <dd>{publisher.name ?? (publisher.kind === 'computer' ? 'A program on your computer' : 'Unknown')}</dd>
        <dt>Answers go to</dt>
        <dd>{redirectHost}</dd>
        {client.host && (
          <>
            <dt>Described at</dt>
            <dd>{client.host}</dd>
          </>
        )}
      </dl>
      {publisher.kind === 'computer' && (
        <p className="consent-warning">
          Nobody has checked the name of a program on your own computer. Allow it only if you have just started
          connecting there.
        </p>
      )}
      {publisher.kind === 'unknown' && (
        <p className="consent-warning">
          Nobody has checked who runs <strong>{redirectHost}</strong>. Anyone can give an assistant any name. Allow it
          only if you began this yourself and trust that address.
        </p>
      )}
    </>
  )
}
