// Preloaded into the service by tests (`NODE_OPTIONS=--import`): passwords are hashed as always, but for scrypt's cost,
// which is some 180 ms of a core each time. Tests make hundreds of accounts, and none of them is worth attacking.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { scrypt } = crypto

crypto.scrypt = (password, salt, length, options, done) =>
  scrypt(password, salt, length, { ...options, N: Math.min(options.N, 16), p: 1 }, done)
syncBuiltinESMExports()
