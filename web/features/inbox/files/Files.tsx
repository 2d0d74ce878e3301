import type { Message } from '../../../api/records.ts'

/** Files that go with a message: pictures as such, the others by their names. */
export function Files({ files }: { files: Message['files'] }) {
  if (files.length === 0) return null
  return (
    <ul className="files">
      {files.map(({ name = 'File', url = '', type = '' }) => {
        const isSafe = /^(https:\/\/|\/(?!\/))/.test(url)
        if (!isSafe) return <li key={url + name}>{name}</li>
        return (
          <li key={url}>
            <a href={url} target="_blank" rel="noreferrer">
              {/^image\/(png|jpeg|gif|webp|avif)$/.test(type) ? <img src={url} alt={name} loading="lazy" /> : name}
            </a>
          </li>
        )
      })}
    </ul>
  )
}
