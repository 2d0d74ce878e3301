import { FILE_BYTES_MAX, FILES_PER_MESSAGE_MAX } from '../../../src/core/limits.ts'
import type { FileRecord } from '../../shared/records.ts'
import { type Api, ApiError, refusal } from './connection/api.ts'
import type { FileRefusal } from './state.ts'

/** Sorts what was chosen, dropped or pasted into what is sent and what is refused, and why. */
export function sortFiles(
  chosen: File[],
  already: number,
): { taken: File[]; refused: { name: string; why: FileRefusal }[] } {
  const taken: File[] = []
  const refused: { name: string; why: FileRefusal }[] = []
  for (const file of chosen) {
    const why = refuse(file, already + taken.length)
    if (why) refused.push({ name: file.name, why })
    else taken.push(file)
  }
  return { taken, refused }
}

function refuse({ size }: File, before: number): FileRefusal | undefined {
  if (size > FILE_BYTES_MAX) return 'files.tooLarge'
  if (size === 0) return 'files.empty'
  if (before >= FILES_PER_MESSAGE_MAX) return 'files.tooMany'
  return undefined
}

/** Its end, which says the kind: the server takes no name of more than 500 characters. */
const shortName = (name: string) => Array.from(name).slice(-200).join('')

/** Sends one file, telling how far it is; XMLHttpRequest, because fetch does not tell. */
export function upload(api: Api, file: File, told: (share: number) => void, signal: AbortSignal): Promise<FileRecord> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/storefront/files?name=${encodeURIComponent(shortName(file.name) || 'file')}`)
    for (const [name, value] of Object.entries(api.headers())) request.setRequestHeader(name, value)
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => told(total > 0 ? loaded / total : 0)
    request.onload = () =>
      request.status < 300 && request.response?.data
        ? resolve(request.response.data)
        : reject(refusal(request.status, request.response, request.getResponseHeader('retry-after')))
    request.onerror = () => reject(new ApiError(0, 'UNREACHABLE', 'no answer'))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}
