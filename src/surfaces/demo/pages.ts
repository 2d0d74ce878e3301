import type { Product, SizeGuide } from '#core/commerce/platform.ts'
import type { DEMO_COLLECTIONS } from '#core/sample-data/demo-shop.ts'
import { type Html, html } from '#surfaces/http/html.ts'

type DemoCollection = (typeof DEMO_COLLECTIONS)[number]

export function homePage(products: Product[], collection: DemoCollection | undefined): Html {
  const shown = collection
    ? products.filter(({ productType }) => collection.types.includes(productType ?? ''))
    : products
  return html`${
    collection
      ? html`<section class="heading"><h1>${collection.title}</h1><p>${collection.about}</p></section>`
      : html`<section class="hero">
          <h1>Made for weather,<br>kept for years.</h1>
          <p>Jackets, packs and small things for days outside. Repaired for as long as you own them.</p>
          <p><a class="button" href="#shelf">See everything</a> <button type="button" class="quiet" data-chat="home">Ask us anything</button></p>
          ${HILLS}
        </section>`
  }
  <section id="shelf" class="shelf" aria-label="Products">${shown.map(card)}</section>
  ${shown.length === 0 && html`<p class="empty">Nothing on this shelf. <a href="/demo">See everything</a></p>`}`
}

/** Layers of hills, the further the paler. */
const HILLS = html`<svg class="hills" viewBox="0 0 1200 300" preserveAspectRatio="none" aria-hidden="true">
  <path d="M0 210 L160 110 L270 180 L430 60 L600 200 L760 100 L930 210 L1080 130 L1200 190 V300 H0 Z"/>
  <path d="M0 250 L210 160 L380 230 L560 140 L720 240 L900 170 L1200 250 V300 H0 Z"/>
  <path d="M0 280 Q300 210 600 270 T1200 260 V300 H0 Z"/></svg>`

function card(product: Product): Html {
  const { title, handle, productType, available } = product
  return html`<a class="card" href="/demo/products/${handle}">
    <img src="${picture(product)}" alt="" width="240" height="240" loading="lazy">
    <span class="name">${title}</span><span class="kind">${productType}</span>
    <span class="price">${price(product)}${!available && html` <em>Sold out</em>`}</span></a>`
}

export function productPage(
  product: Product,
  guide: SizeGuide | null,
  answers: { question: string; answer: string }[],
): Html {
  const { title, description, variants, productType, available } = product
  const options = [...new Set(variants.flatMap((variant) => variant.options.map(({ name }) => name)))]
  return html`<nav class="crumbs" aria-label="You are here"><a href="/demo">Shop</a> / ${productType}</nav>
  <article class="product">
    <img id="picture" src="${picture(product)}" alt="${title}, drawn" width="480" height="480">
    <div>
      <h1>${title}</h1>
      <p class="price">${price(product)}</p>
      <p>${description}</p>
      <form id="buy">
        ${options.map(
          (name) =>
            html`<fieldset><legend>${name}</legend>${valuesOf(product, name).map(
              (value, i) =>
                html`<label><input type="radio" name="${name}" value="${value}"${i === 0 && html` checked`}><span>${value}</span></label>`,
            )}</fieldset>`,
        )}
        <p><button class="button"${!available && html` disabled`}>Add to cart</button> <span id="stock" role="status"></span></p>
      </form>
      <button type="button" class="quiet" data-chat="messages" data-draft="About the ${title}: ">Ask about this product</button>
      ${guide && sizeChart(guide)}
      ${answers.length > 0 && html`<h2>Asked before</h2>`}
      ${answers.map(({ question, answer }) => html`<details><summary>${question}</summary><p>${answer}</p></details>`)}
    </div>
  </article>`
}

function sizeChart({ title, unit, columns, rows, note }: SizeGuide): Html {
  return html`<details><summary>Sizes</summary><div class="scroll"><table>
    <caption>${title}, in ${unit}. ${note}</caption>
    <thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div></details>`
}

/** The cart lies in the browser: demo.js fills this page. */
export function cartPage(): Html {
  return html`<section class="heading"><h1>Your cart</h1></section>
  <div id="cart" aria-live="polite"><noscript>The cart needs JavaScript.</noscript></div>`
}

export function missingPage(): Html {
  return html`<section class="heading"><h1>Not on our shelves</h1><p>This page is not there (any more). <a href="/demo">See everything</a></p></section>`
}

function valuesOf({ variants }: Product, name: string): string[] {
  return [
    ...new Set(
      variants.flatMap(({ options }) => options.filter((option) => option.name === name).map(({ value }) => value)),
    ),
  ]
}

export const picture = ({ handle, variants }: Product): string => {
  const colour = variants[0]?.options.find(({ name }) => name === 'Colour')?.value
  return `/demo/pictures/${encodeURIComponent(handle)}.svg${colour ? `?colour=${encodeURIComponent(colour)}` : ''}`
}

function price({ priceRange, variants }: Product): Html {
  const was = variants[0]?.compareAtPrice
  return html`${was && html`<s>${money(was)}</s> `}${money(priceRange.min)}`
}

function money({ amount, currencyCode }: { amount: string; currencyCode: string }): string {
  return new Intl.NumberFormat('en-IE', { style: 'currency', currency: currencyCode }).format(Number(amount))
}
