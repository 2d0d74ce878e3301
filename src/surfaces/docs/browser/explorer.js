// The GraphQL explorer: sends what is written to /graphql of the server that the page came from, and shows its schema.
const ENDPOINT = '../graphql'

const EXAMPLES = {
  'The newest contacts': [
    `query Newest($first: Int) {
  customers(first: $first) {
    totalCount
    nodes {
      id
      fullName
      email
      type
      createdAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`,
    { first: 20 },
  ],
  'The next page': [
    `query Next($first: Int, $after: String) {
  customers(first: $first, after: $after) {
    edges {
      cursor
      node {
        id
        fullName
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`,
    { first: 20, after: null },
  ],
  'One contact': [
    `query One($id: ID!) {
  customer(id: $id) {
    id
    fullName
    email
    phone
    channels
    ordersCount
    totalSpent
    lastChatAt
  }
}`,
    { id: '' },
  ],
  'How many there are': [
    `{
  customers(first: 0) {
    totalCount
  }
}`,
    {},
  ],
}

const form = document.querySelector('#form')
const { appId, key, example, query, variables } = form.elements
const button = form.querySelector('button')
const summary = document.querySelector('#summary')
const answer = document.querySelector('#answer code')

example.replaceChildren(...Object.keys(EXAMPLES).map((name) => new Option(name)))
example.addEventListener('change', showExample)
showExample()

form.addEventListener('submit', (event) => {
  event.preventDefault()
  run()
})
form.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
})
showSchema()

function showExample() {
  const [text, values] = EXAMPLES[example.value]
  query.value = text
  variables.value = JSON.stringify(values)
}

async function run() {
  button.disabled = true
  try {
    const begun = performance.now()
    const body = { query: query.value, variables: JSON.parse(variables.value || '{}') }
    const { status, json } = await send(body, { 'x-api-id': appId.value, 'x-api-secret': key.value })
    const cost = json.extensions?.cost
    const budget = cost ? `, cost ${cost.actualQueryCost}, ${cost.throttleStatus.currentlyAvailable} points left` : ''
    summary.textContent = `HTTP ${status} in ${Math.round(performance.now() - begun)} ms${budget}`
    answer.textContent = JSON.stringify(json, null, 2)
  } catch (error) {
    summary.textContent = error instanceof SyntaxError ? `Not JSON: ${error.message}` : 'The server cannot be reached.'
  } finally {
    button.disabled = false
  }
}

async function send(body, headers = {}) {
  const response = await fetch(ENDPOINT, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, json: await response.json() }
}

/** What the schema says of itself; asking for it needs no credentials. */
async function showSchema() {
  const type = 'type { kind name ofType { kind name ofType { kind name ofType { name } } } }'
  const text = `{ __schema { types { name kind description
    fields { name description args { name ${type} } ${type} } enumValues { name description } } } }`
  const { json } = await send({ query: text })
  const shown = json.data.__schema.types.filter(
    ({ name, fields, enumValues }) => !name.startsWith('__') && (fields || enumValues),
  )
  document.querySelector('#schema').replaceChildren(...shown.map(showType))
}

function showType({ name, description, fields, enumValues }) {
  const list = make('dl')
  for (const member of fields ?? enumValues) {
    list.append(make('dt', member.type ? signature(member) : member.name))
    if (member.description) list.append(make('dd', member.description))
  }
  const details = make('details')
  details.open = name === 'Query' || name === 'Customer'
  details.append(make('summary', name), list)
  if (description) list.before(make('p', description))
  return details
}

function signature({ name, args, type }) {
  const list = args.map((arg) => `${arg.name}: ${spell(arg.type)}`).join(', ')
  return `${name}${list && `(${list})`}: ${spell(type)}`
}

function spell({ kind, name, ofType }) {
  if (kind === 'NON_NULL') return `${spell(ofType)}!`
  return kind === 'LIST' ? `[${spell(ofType)}]` : name
}

function make(tag, text = '') {
  const element = document.createElement(tag)
  element.textContent = text
  return element
}
