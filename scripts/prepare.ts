import { prepareTemplate } from '../src/storage/embedded-template.ts'

// Runs at the end of `npm ci`: makes the empty embedded database that first starts copy (src/storage/embedded-template.ts).
await prepareTemplate()
