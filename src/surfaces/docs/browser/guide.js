// The search of the guides. Without JavaScript its button stays hidden; everything else on the page works.
const SHOWN = 12
const AROUND = 70

const button = document.querySelector('#openSearch')
const dialog = document.querySelector('#searchDialog')
const field = dialog.querySelector('input')
const status = dialog.querySelector('[role=status]')
const list = dialog.querySelector('ol')

button.hidden = false
button.addEventListener('click', open)
addEventListener('keydown', (event) => {
  const isTyping = event.target.closest?.('input, textarea, select, [contenteditable]')
  const isShortcut = (event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !isTyping)
  if (!isShortcut || dialog.open) return
  event.preventDefault()
  open()
})
dialog.addEventListener('click', (event) => event.target === dialog && dialog.close())
dialog.addEventListener('keydown', (event) => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const places = [field, ...list.querySelectorAll('a')]
  const next = places.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1)
  event.preventDefault()
  places.at(next % places.length).focus()
})
field.addEventListener('input', find)
dialog.querySelector('form').addEventListener('submit', (event) => {
  if (event.submitter?.matches(':focus')) return
  event.preventDefault()
  list.querySelector('a')?.click()
})
// A link to a section of the page that is open changes no page, so the dialog has to be closed.
list.addEventListener('click', (event) => event.target.closest('a') && dialog.close())

function open() {
  dialog.showModal()
  field.select()
  find()
}

/** Loads the texts and the library on the first search. A failure is not kept: the next search tries again. */
let loading
function load() {
  loading ??= makeIndex().catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

async function makeIndex() {
  const at = (name) => new URL(name, import.meta.url)
  const [{ default: MiniSearch }, answer] = await Promise.all([import(at('minisearch.js')), fetch(at('search.json'))])
  if (!answer.ok) throw new Error(`search.json: ${answer.status}`)
  const index = new MiniSearch({
    idField: 'url',
    fields: ['title', 'heading', 'text'],
    storeFields: ['title', 'heading', 'text'],
    searchOptions: {
      boost: { title: 3, heading: 4 },
      boostDocument: (url) => (/^(specification|decisions)\//.test(url) ? 0.3 : 1),
      prefix: true,
      fuzzy: 0.15,
      combineWith: 'AND',
    },
  })
  index.addAll(await answer.json())
  return index
}

async function find() {
  const words = field.value.trim()
  if (!words) return show([], '')
  try {
    const index = await load()
    if (field.value.trim() !== words) return // more was typed while the index loaded
    const found = index.search(words).slice(0, SHOWN)
    show(
      found,
      found.length === 0 ? `Nothing found for “${words}”` : found.length === 1 ? '1 result' : `${found.length} results`,
    )
  } catch (error) {
    show([], `The search could not be loaded (${error.message}). Type again to retry.`)
  }
}

function show(found, message) {
  status.textContent = message
  list.replaceChildren(...found.map(drawResult))
}

function drawResult({ id, title, heading, text, terms }) {
  const link = document.createElement('a')
  link.href = new URL(id, new URL('.', import.meta.url))
  const name = document.createElement('strong')
  name.textContent = heading ? `${title} › ${heading}` : title
  const about = document.createElement('span')
  about.append(...excerpt(text, terms))
  link.append(name, about)
  const item = document.createElement('li')
  item.append(link)
  return item
}

/** The text around the first word that was found, with that word marked. */
function excerpt(text, terms) {
  const lower = text.toLowerCase()
  const places = terms.map((term) => ({ term, at: lower.indexOf(term) })).filter(({ at }) => at >= 0)
  if (places.length === 0) return [text.slice(0, 2 * AROUND)]
  const { term, at } = places.sort((a, b) => a.at - b.at)[0]
  const start = at <= AROUND ? 0 : text.indexOf(' ', at - AROUND) + 1
  const mark = document.createElement('mark')
  mark.textContent = text.slice(at, at + term.length)
  const rest = text.slice(at + term.length)
  return [(start > 0 ? '… ' : '') + text.slice(start, at), mark, rest.slice(0, AROUND).replace(/\s\S*$/, ' …')]
}
