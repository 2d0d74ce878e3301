import { prepareTemplates } from '../src/database/embedded/template.ts'
import { buildAll } from './build.ts'

// Runs at the end of `npm ci`, so that the first start is quick: makes the embedded databases that new ones are copied
// from (src/database/embedded/template.ts), and builds the browser's code and the service.
await Promise.all([prepareTemplates(), buildAll()])
