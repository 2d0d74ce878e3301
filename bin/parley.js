#!/usr/bin/env node
// `parley`: the command line for operators (docs/operate/command-line.md), as the package carries it, compiled.
import './node-version.js'

await import('../lib/cli/parley.js')
