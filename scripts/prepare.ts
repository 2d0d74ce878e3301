import { prepareTemplate } from '../src/database/embedded/template.ts'
import { buildBrowserCode } from './build.ts'

// Runs at the end of `npm ci`, so that the first start is quick: makes the empty embedded database that first starts
// copy (src/database/embedded/template.ts), and builds the browser's code.
await Promise.all([prepareTemplate(), buildBrowserCode()])
