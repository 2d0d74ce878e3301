/** What is used of an element of a page; the service has no types of browsers. */
export interface HtmlElement {
  nodeName: string
  textContent: string | null
  innerHTML: string
  children: Iterable<HtmlElement>
  parentNode: unknown
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  remove(): void
  closest(selector: string): HtmlElement | null
  querySelector(selector: string): HtmlElement | null
  querySelectorAll(selector: string): Iterable<HtmlElement>
}
