const { existsSync, readFileSync } = require('node:fs')
const { bootstrap, DefaultLogger, dummyPaymentHandler, LogLevel } = require('@vendure/core')
const { ParleyPlugin } = require('./parley-plugin.js')

// A Vendure shop for tests: PORT, DATABASE_URL, PASSWORD (of its superadmin), SETTINGS (a file with the plugin's settings).
const { PORT, DATABASE_URL, PASSWORD, SETTINGS } = process.env
const settings = () => (existsSync(SETTINGS) ? JSON.parse(readFileSync(SETTINGS, 'utf8')) : null)

bootstrap({
  apiOptions: { port: Number(PORT), hostname: '127.0.0.1' },
  authOptions: {
    tokenMethod: ['bearer', 'api-key'],
    superadminCredentials: { identifier: 'superadmin', password: PASSWORD },
  },
  dbConnectionOptions: { type: 'postgres', url: DATABASE_URL, synchronize: true, logging: false },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  plugins: [ParleyPlugin.init(settings)],
}).then(
  () => console.log('serving'),
  (error) => {
    console.error(error)
    process.exit(1)
  },
)
