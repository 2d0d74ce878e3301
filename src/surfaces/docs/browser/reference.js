// Runs in the browser after Scalar's bundle, which sets the global of that name. Until then the page says that it loads,
// and why it does not if something fails.
addEventListener('error', (event) => fail(event.message))
addEventListener('unhandledrejection', (event) => fail(event.reason))

function fail(reason) {
  const loading = document.querySelector('#loading')
  loading.textContent = `The API reference could not be loaded (${reason}). Reload the page to try again.`
  loading.className = 'failed'
}

const answer = await fetch('../openapi.json')
const text = await answer.text()

// The page speaks to the address it was opened at, which may be another name of the server than its public one.
const here = new URL('..', location.href).href.replace(/\/$/, '')
const content = JSON.parse(text.replaceAll(JSON.parse(text).servers[0].url, here))

// Optional parameters start unticked: a filter that nobody chose would hide records from the first try.
for (const operation of Object.values(content.paths).flatMap(Object.values)) {
  for (const parameter of operation.parameters) {
    const { enum: values, default: value = values?.[0] } = parameter.schema
    if (!parameter.required && value !== undefined) parameter.examples = { default: { value, 'x-disabled': true } }
  }
}

globalThis.Scalar.createApiReference('#reference', {
  content,
  // Nothing is asked of any other origin: no fonts, no telemetry, no proxy, no assistant.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  orderSchemaPropertiesBy: 'preserve',
  documentDownloadType: 'none',
  defaultOpenFirstTag: true,
  authentication: { preferredSecurityScheme: 'ApiKey' },
})
