import { isObject } from '#base/objects.ts'
import { listOf, recordOf, textOf } from './values.ts'

/** WhatsApp's message templates: reading them as Meta lists them, and filling them in. */

/** A place in a template that takes a text. */
export interface TemplateSlot {
  part: 'header' | 'body' | 'button'
  /** A number, or the placeholder's name. */
  key: string
  /** Meta's index of the button; null elsewhere. */
  button: number | null
  /** What the template's author entered as an example; '' for none. */
  example: string
}

export interface TemplateContent {
  header: string
  body: string
  footer: string
  buttons: { text: string; url: string }[]
  /** In the order in which parameters are given. */
  slots: TemplateSlot[]
  /** Why it cannot be sent from here: it needs a file, or a parameter of another kind; null where it can. */
  obstacle: 'media' | 'kind' | null
}

export interface Template {
  name: string
  language: string
  status: string
  category: string
  content: TemplateContent
}

/** A template as the Graph API sends it. */
export interface FilledTemplate {
  name: string
  language: { code: string }
  components: object[]
}

/** What the Graph API is asked for. */
export const TEMPLATE_FIELDS = 'id,name,language,status,category,components'
/** Buttons that need no parameter. */
const PLAIN_BUTTONS = ['QUICK_REPLY', 'PHONE_NUMBER', 'URL', 'VOICE_CALL']
/** Bytes of a template's content; a larger one is not a template of Meta's. */
const CONTENT_MAX = 20_000
const PLACEHOLDER = /\{\{\s*(\w{1,60})\s*\}\}/g

/** One template of the list; nothing for what is not a template. */
export function readTemplate(value: unknown): Template[] {
  const { name, language, status, category, components } = recordOf(value)
  const template = {
    name: textOf(name),
    language: textOf(language),
    status: textOf(status),
    category: textOf(category),
    content: readContent(listOf(components).filter(isObject), textOf(category)),
  }
  const isNamed = /^\w{1,512}$/.test(template.name) && /^[\w-]{2,20}$/.test(template.language)
  return isNamed && JSON.stringify(template.content).length <= CONTENT_MAX ? [template] : []
}

function readContent(components: Record<string, unknown>[], category: string): TemplateContent {
  const content: TemplateContent = { header: '', body: '', footer: '', buttons: [], slots: [], obstacle: null }
  if (category === 'AUTHENTICATION') content.obstacle = 'kind'
  for (const { type, format, text, buttons, example } of components) {
    const examples = recordOf(example)
    switch (type) {
      case 'HEADER':
        if (format !== 'TEXT') content.obstacle ??= format === 'LOCATION' ? 'kind' : 'media'
        content.header = textOf(text)
        content.slots.push(...slotsOf('header', content.header, examples))
        break
      case 'BODY':
        content.body = textOf(text)
        content.slots.push(...slotsOf('body', content.body, examples))
        break
      case 'FOOTER':
        content.footer = textOf(text)
        break
      case 'BUTTONS':
        for (const [index, button] of listOf(buttons).map(recordOf).entries()) readButton(content, button, index)
        break
      default:
        content.obstacle ??= 'kind' // carousels, limited-time offers
    }
  }
  return content
}

function readButton(content: TemplateContent, button: Record<string, unknown>, index: number): void {
  const url = textOf(button.url)
  content.buttons.push({ text: textOf(button.text), url })
  if (!PLAIN_BUTTONS.includes(textOf(button.type))) content.obstacle ??= 'kind'
  const example = textOf(listOf(button.example)[0])
  for (const key of keysIn(url)) content.slots.push({ part: 'button', key, button: index, example })
}

/** Placeholders of a text, each once: numbers in their order, names as they come. */
function keysIn(text: string): string[] {
  const keys = [...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, key]) => key as string))]
  return keys.sort((a, b) => (isNumber(a) && isNumber(b) ? Number(a) - Number(b) : 0))
}

const isNumber = (key: string) => /^\d+$/.test(key)

function slotsOf(part: 'header' | 'body', text: string, examples: Record<string, unknown>): TemplateSlot[] {
  const numbered = examples[`${part}_text`]
  const inOrder = listOf(part === 'body' ? listOf(numbered)[0] : numbered)
  const named = listOf(examples[`${part}_text_named_params`]).map(recordOf)
  return keysIn(text).map((key, index) => {
    const example = isNumber(key)
      ? textOf(inOrder[index])
      : textOf(named.find(({ param_name }) => param_name === key)?.example)
    return { part, key, button: null, example }
  })
}

/** A template with a parameter for each slot: the text that the customer reads, and what is sent. */
export function fillTemplate(
  { name, language, content }: Pick<Template, 'name' | 'language' | 'content'>,
  parameters: string[],
): { text: string; filled: FilledTemplate } {
  const { slots } = content
  const textFor = (part: string, key: string) =>
    parameters[slots.findIndex((slot) => slot.part === part && slot.key === key)] ?? ''
  const textIn = (part: 'header' | 'body') => content[part].replace(PLACEHOLDER, (_, key: string) => textFor(part, key))
  const text = [textIn('header'), textIn('body'), content.footer].filter(Boolean).join('\n\n')
  const given = slots.map((slot, index) => ({ ...slot, text: parameters[index] ?? '' }))
  const components = (['header', 'body'] as const).flatMap((part) => {
    const own = given.filter((slot) => slot.part === part).map(parameterOf)
    return own.length > 0 ? [{ type: part, parameters: own }] : []
  })
  const buttons = given
    .filter(({ part }) => part === 'button')
    .map(({ button, text }) => ({
      type: 'button',
      sub_type: 'url',
      index: String(button),
      parameters: [{ type: 'text', text }],
    }))
  return { text, filled: { name, language: { code: language }, components: [...components, ...buttons] } }
}

const parameterOf = ({ key, text }: TemplateSlot & { text: string }) => ({
  type: 'text',
  ...(isNumber(key) ? {} : { parameter_name: key }),
  text,
})
