const operations = require('./operations.json')
const { propertiesOf } = require('./fields.js')

/** Every operation of Parley's REST API. */
class Parley {
  description = {
    displayName: 'Parley',
    name: 'parley',
    icon: 'file:parley.svg',
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"]}}',
    description: 'Work with conversations, messages and customers of the live chat',
    defaults: { name: 'Parley' },
    usableAsTool: true,
    inputs: ['main'],
    outputs: ['main'],
    credentials: [{ name: 'parleyApi', required: true }],
    properties: propertiesOf(operations),
  }

  async execute() {
    const results = []
    for (const [item] of this.getInputData().entries()) {
      try {
        for (const json of await call(this, item)) results.push({ json, pairedItem: { item } })
      } catch (error) {
        if (!this.continueOnFail()) throw error
        results.push({ json: { error: error.message }, pairedItem: { item } })
      }
    }
    return [results]
  }
}

/** Calls the chosen operation for an item; returns its records. */
async function call(node, item) {
  const id = node.getNodeParameter('operation', item)
  const operation = operations.find((one) => one.id === id)
  if (!operation) throw new Error(`Parley has no operation ${id}.`)
  const more = node.getNodeParameter('additionalFields', item, {})
  const values = operation.fields.flatMap((field) => {
    const value = field.required ? node.getNodeParameter(field.name, item) : more[field.name]
    return value === undefined ? [] : [{ ...field, value: readValue(field, value) }]
  })
  const of = (place) =>
    Object.fromEntries(values.filter((field) => field.in === place).map(({ name, value }) => [name, value]))
  const path = Object.entries(of('path')).reduce(
    (all, [name, value]) => all.replace(`{${name}}`, partOf(value)),
    operation.path,
  )
  const { baseUrl } = await node.getCredentials('parleyApi')
  const request = {
    method: operation.method,
    url: `${baseUrl.replace(/\/+$/, '')}${path}`,
    headers: of('header'),
    qs: of('query'),
    json: true,
    ...(operation.fields.some((field) => field.in === 'body') && { body: of('body') }),
  }
  const send = () => node.helpers.httpRequestWithAuthentication.call(node, 'parleyApi', request)
  const records = []
  for (const all = operation.isPaged && node.getNodeParameter('returnAll', item, false); ; ) {
    const { data, paging } = await send()
    records.push(...(Array.isArray(data) ? data : [data]))
    if (!all || !paging?.nextCursor) return records.map(recordOf)
    request.qs = { ...request.qs, cursor: paging.nextCursor }
  }
}

/** JSON may be given as text or, by an expression, as a value. */
const readValue = ({ type, name }, value) => {
  if (type !== 'json' || typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    throw new Error(`${name} must be JSON.`)
  }
}

/** A part of a path; one that is empty, "." or ".." would lead elsewhere. */
function partOf(value) {
  const text = String(value)
  if (['', '.', '..'].includes(text)) throw new Error(`${JSON.stringify(text)} cannot be part of a path.`)
  return encodeURIComponent(text)
}

/** An item's JSON is an object. */
const recordOf = (record) => (record !== null && typeof record === 'object' ? record : { value: record })

module.exports = { Parley }
