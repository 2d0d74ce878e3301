import { price } from '../../base/money.ts'
import { Link, pathTo } from '../../base/router.ts'
import { t } from '../../base/texts.ts'
import { Icon } from '../Icon.tsx'
import './ai-agent.css'

type Loose = Record<string, unknown>
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '')
const object = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {})
/** An address of the web; paths of the shop's own site lead nowhere from here. */
const webAddress = (value: unknown) => (/^https?:\/\//.test(text(value)) ? text(value) : null)

/**
 * Articles that the AI agent's words rest on, as links: to the page in the store, or to the knowledge base for those who
 * can change it. The message's author decides what is known of an article.
 */
export function Sources({ faqs, isAdmin }: { faqs: readonly object[]; isAdmin: boolean }) {
  if (faqs.length === 0) return null
  return (
    <ul className="sources" aria-label={t('Sources')}>
      {faqs.map((faq, at) => {
        const { id, question, title, url } = faq as Loose
        const words = text(question) || text(title) || text(id)
        const href = webAddress(url)
        return (
          <li key={text(id) || `${at}`}>
            <Icon name="note" size={13} />
            {href ? (
              <a href={href} target="_blank" rel="noreferrer noopener">
                {words}
              </a>
            ) : isAdmin ? (
              <Link href={pathTo('settings', 'knowledge', 'find', words)}>{words}</Link>
            ) : (
              <span>{words}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Products that a message shows, with their prices. */
export function Products({ products }: { products: readonly object[] }) {
  if (products.length === 0) return null
  return (
    <ul className="product-cards" aria-label={t('Products shown')}>
      {products.map((product, at) => {
        const { id, title, name, url, imageUrl, available, code, summary } = product as Loose
        const words = text(title) || text(name) || text(id)
        const [href, image] = [webAddress(url), webAddress(imageUrl)]
        return (
          <li key={text(id) || `${at}`}>
            {image?.startsWith('https:') ? <img src={image} alt="" loading="lazy" /> : null}
            <div>
              {href ? (
                <a href={href} target="_blank" rel="noreferrer noopener">
                  {words}
                </a>
              ) : (
                <strong>{words}</strong>
              )}
              <span className="product-price">
                {priceOf(product as Loose) || [text(code), text(summary)].filter(Boolean).join(' · ')}
                {available === false && t(' · sold out')}
              </span>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** A product's price, or its range, in the ways in which sources tell them; written as this browser writes money. */
function priceOf(product: Loose): string {
  const { min, max } = object(product.priceRange) as { min?: Loose; max?: Loose }
  const money = min ?? object(product.price)
  const amount = text(money.amount) || text(product.price)
  if (!amount) return ''
  const currency = text(money.currencyCode) || text(product.currencyCode) || text(product.currency)
  const most = max ? text(max.amount) : ''
  return most && most !== amount ? `${price(amount, currency)} – ${price(most, currency)}` : price(amount, currency)
}
