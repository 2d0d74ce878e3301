#!/usr/bin/env node
// `parley`: the command line for operators (docs/operate/command-line.md), as it was built into lib/.
import './node-version.js'

await import('../lib/cli/parley.js')
