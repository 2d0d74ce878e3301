import { useWidget } from '../context.ts'
import { Icon } from '../icons.tsx'
import { Link, Words, webAddress } from '../words.tsx'

type Loose = Record<string, unknown>
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '')
const object = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {})

/** Products that the AI agent shows. What a product has is up to its source: only what is there is shown. */
export function ProductCards({ products }: { products: Loose[] }) {
  const { t, price } = useWidget().texts
  if (products.length === 0) return null

  function priceOf(product: Loose): string {
    const { min, max } = object(product.priceRange) as { min?: Loose; max?: Loose }
    const money = min ?? object(product.price)
    const amount = text(money.amount) || text(product.price)
    const currency = text(money.currencyCode) || text(product.currencyCode) || text(product.currency)
    if (!amount) return ''
    const words = currency ? price(amount, currency) : amount
    return max && text(max.amount) !== amount ? t('product.from', { price: words }) : words
  }

  return (
    <ul class="products">
      {products.map((product, at) => {
        const href = webAddress(product.url)
        const image = webAddress(product.imageUrl)
        const title = text(product.title)
        return (
          <li key={text(product.id) || at} class="product">
            {image ? <img src={image} alt="" loading="lazy" width={72} height={72} onError={hide} /> : null}
            <div class="grow">
              <b dir="auto">{title}</b>
              <span class="price">{priceOf(product) || text(product.code)}</span>
              {product.available === false ? <span class="sold">{t('product.soldOut')}</span> : null}
              {href ? (
                <Link href={href} aria-label={`${t('product.view')}: ${title}`}>
                  {t('product.view')}
                </Link>
              ) : null}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

const hide = ({ currentTarget }: { currentTarget: HTMLElement }) => {
  currentTarget.hidden = true
}

/** Articles that the AI agent's answer is based on. One that comes without its words is opened in the help. */
export function FaqCards({ faqs }: { faqs: Loose[] }) {
  const { texts, engine, show } = useWidget()
  const { t } = texts
  if (faqs.length === 0) return null
  return (
    <ul class="faqs">
      {faqs.map((faq, at) => {
        const href = webAddress(faq.url || null)
        const question = text(faq.question) || text(faq.title)
        const id = text(faq.id)
        if (id && question && !text(faq.answer)) {
          return (
            <li key={id}>
              <button
                type="button"
                onClick={() => {
                  show('help')
                  engine.store.set({ articleId: id, isFromAnswer: true })
                }}
              >
                <Icon name="help" />
                <span class="grow" dir="auto">
                  {question}
                </span>
                <Icon name="next" />
              </button>
            </li>
          )
        }
        return question ? (
          <li key={id || at}>
            <details>
              <summary dir="auto">{question}</summary>
              <p dir="auto">
                <Words text={text(faq.answer)} />
              </p>
              {href ? <Link href={href}>{t('faq.more')}</Link> : null}
            </details>
          </li>
        ) : null
      })}
    </ul>
  )
}
