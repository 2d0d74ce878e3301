import type { Connection } from '../../../api/records.ts'
import { Copyable } from '../../../ui/Copyable.tsx'
import { appAddresses } from './shop-kinds.ts'

/** What the configuration of a shop's app at Shopify has to name, under the names that it has there. */
export function AppAddresses({ of, webhooksUrl }: { of: Pick<Connection, 'id'>; webhooksUrl: string }) {
  return (
    <>
      {appAddresses(webhooksUrl, of).map(({ name, text, label }) => (
        <div key={text}>
          <p className="about" lang="en">
            {name}
          </p>
          <Copyable text={text} label={label} />
        </div>
      ))}
    </>
  )
}
