// The demo shop in the browser: its cart, and what it tells Parley. A shop of your own does the same in its own way:
// everything that begins with parley.push is for you to copy.

const page = JSON.parse(document.getElementById('page').textContent)
const CART = 'demo-cart'

/** The cart: lines {variantId, title, variantTitle, handle, imageUrl, price, currencyCode, quantity}. */
function readCart() {
  try {
    const lines = JSON.parse(localStorage.getItem(CART) ?? '[]')
    return Array.isArray(lines) ? lines : []
  } catch {
    return []
  }
}

function saveCart(lines) {
  try {
    localStorage.setItem(CART, JSON.stringify(lines))
  } catch {} // a browser that keeps nothing still shows this page
  tellCart(lines)
}

function tellCart(lines) {
  const count = lines.reduce((sum, line) => sum + line.quantity, 0)
  const badge = document.querySelector('[data-cart-count]')
  badge.textContent = String(count)
  badge.hidden = count === 0
  parley.push([
    'set',
    'cart',
    [
      {
        total: lines.reduce((sum, line) => sum + line.price * line.quantity, 0),
        currency: lines[0]?.currencyCode ?? 'EUR',
        items: lines
          .slice(0, 20)
          .map(({ title, variantTitle, quantity, price }) => ({ title, variantTitle, quantity, price })),
      },
    ],
  ])
}

function add(product, variant, quantity = 1) {
  const lines = readCart()
  const line = lines.find(({ variantId }) => variantId === variant.id)
  if (line) line.quantity = Math.min(99, line.quantity + quantity)
  else {
    lines.push({
      variantId: variant.id,
      title: product.title,
      variantTitle: variant.title === 'Default' ? '' : variant.title,
      handle: product.handle,
      imageUrl: product.imageUrl,
      price: Number(variant.price.amount),
      currencyCode: variant.price.currencyCode,
      quantity,
    })
  }
  saveCart(lines)
  parley.push(['do', 'event:track', ['added to cart', { product: product.title, variant: variant.title }]])
}

const money = (amount, currency) => new Intl.NumberFormat('en-IE', { style: 'currency', currency }).format(amount)

function element(tag, props = {}, ...children) {
  const made = Object.assign(document.createElement(tag), props)
  made.append(...children)
  return made
}

function productPage(product) {
  parley.push(['set', 'product', [{ id: product.id, title: product.title, url: product.url, price: product.price }]])
  const form = document.getElementById('buy')
  const stock = document.getElementById('stock')
  const chosen = () => {
    const values = new FormData(form)
    return product.variants.find(({ options }) => options.every(({ name, value }) => values.get(name) === value))
  }
  const update = () => {
    const variant = chosen()
    form.querySelector('.button').disabled = !variant?.available
    stock.textContent = variant?.available ? '' : 'Sold out in this choice'
    const colour = new FormData(form).get('Colour')
    if (colour) {
      document.getElementById('picture').src =
        `/demo/pictures/${encodeURIComponent(product.handle)}.svg?colour=${encodeURIComponent(colour)}`
    }
  }
  form.addEventListener('change', update)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const variant = chosen()
    if (!variant?.available) return
    add(product, variant)
    stock.replaceChildren('In your cart. ', element('a', { href: '/demo/cart', textContent: 'See it' }))
  })
  update()
}

function cartPage(shelf) {
  takeIn(shelf)
  const place = document.getElementById('cart')
  const show = () => {
    const lines = readCart()
    if (lines.length === 0) {
      place.replaceChildren(
        element(
          'p',
          { className: 'empty' },
          'Nothing in it yet. ',
          element('a', { href: '/demo', textContent: 'Look around' }),
        ),
      )
      return
    }
    const rows = lines.map((line, i) => {
      const quantity = element('input', { type: 'number', min: '0', max: '99', value: String(line.quantity) })
      quantity.setAttribute('aria-label', `Quantity of ${line.title}`)
      quantity.addEventListener('change', () => {
        const wanted = Math.max(0, Math.min(99, Math.floor(Number(quantity.value)) || 0))
        saveCart(lines.flatMap((other, n) => (n !== i ? other : wanted ? { ...other, quantity: wanted } : [])))
        show()
      })
      return element(
        'li',
        {},
        element('img', { src: line.imageUrl, alt: '', width: 72, height: 72 }),
        element(
          'div',
          {},
          element('a', { href: `/demo/products/${line.handle}`, textContent: line.title }),
          element('small', { textContent: line.variantTitle }),
        ),
        quantity,
        element('b', { textContent: money(line.price * line.quantity, line.currencyCode) }),
      )
    })
    const total = lines.reduce((sum, line) => sum + line.price * line.quantity, 0)
    const ask = element('button', { type: 'button', className: 'quiet', textContent: 'Ask before you buy' })
    ask.dataset.chat = 'messages'
    place.replaceChildren(
      element('ul', { className: 'lines' }, ...rows),
      element(
        'p',
        { className: 'total' },
        'Total ',
        element('b', { textContent: money(total, lines[0].currencyCode) }),
      ),
      element(
        'p',
        { className: 'actions' },
        element('button', { className: 'button', disabled: true, textContent: 'Check out' }),
        ask,
      ),
      element('p', { className: 'hint', textContent: 'A demo shop: there is nothing to pay.' }),
    )
  }
  show()
}

/** A cart that an assistant made: /demo/cart?add=variant:quantity,… */
function takeIn(shelf) {
  const wanted = new URLSearchParams(location.search).get('add')
  if (!wanted) return
  for (const item of wanted.split(',').slice(0, 50)) {
    const [id, quantity] = item.split(':').map(decodeURIComponent)
    const product = shelf.find(({ variants }) => variants.some((variant) => variant.id === id))
    const variant = product?.variants.find((candidate) => candidate.id === id)
    if (variant) add(product, variant, Math.max(1, Math.min(99, Number(quantity) || 1)))
  }
  history.replaceState(null, '', '/demo/cart')
}

document.addEventListener('click', (event) => {
  const { chat: view, draft } = event.target.closest('[data-chat]')?.dataset ?? {}
  if (draft) parley.push(['set', 'message:text', [draft]]) // the shopper goes on from there
  if (view) parley.push(['do', 'chat:open', [view]])
})

parley.push(['set', 'shop:data', [{ name: document.querySelector('.brand').textContent.trim(), currency: 'EUR' }]])
tellCart(readCart())
if (page.product) productPage(page.product)
if (page.shelf) cartPage(page.shelf)
