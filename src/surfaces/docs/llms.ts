import { type File, toFile } from './serve.ts'

/** /llms.txt: what there is to read about this service, for assistants (llmstxt.org). */
export async function makeLlms(baseUrl: string): Promise<File> {
  const { GUIDE_FOLDERS, listGuides } = await import('./guides.ts')
  const folders = await Promise.all(GUIDE_FOLDERS.map(listGuides))
  const link = (title: string, path: string, about: string) => `- [${title}](${baseUrl}/${path}): ${about}`
  const sections = folders.map(({ title, pages }) =>
    [`## ${title}`, '', ...pages.map((page) => link(page.title, `docs/${page.path}`, page.about))].join('\n'),
  )
  const text = `# Parley

> Open-source live chat for online stores. A store's programs read and write its conversations over REST, GraphQL and
> signed webhooks; AI assistants use the tools at ${baseUrl}/mcp.

Pages answer in Markdown to \`Accept: text/markdown\`.

## Reference

${link('OpenAPI 3.1', 'openapi.json', 'every operation, its schemas, examples and refusals, and the nine webhook events')}
${link('API reference', 'docs', 'the same as a page')}

${sections.join('\n\n')}
`
  return toFile('text/plain; charset=utf-8', text)
}
