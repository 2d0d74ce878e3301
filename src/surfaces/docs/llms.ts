import { type File, toFile } from '#surfaces/http/made-file.ts'

/** /llms.txt: what there is to read about this service, for assistants (llmstxt.org). */
export async function makeLlms(baseUrl: string): Promise<File> {
  const { readNavigation } = await import('./navigation.ts')
  const link = (title: string, path: string, about: string) => `- [${title}](${baseUrl}/${path}): ${about}`
  const sections = (await readNavigation()).map(({ title, pages }) => {
    const listed = pages.flatMap((page) => [page, ...page.pages])
    return [`## ${title}`, '', ...listed.map((page) => link(page.title, `docs/${page.path}`, page.about))].join('\n')
  })
  const text = `# Parley

> Open-source live chat for online stores. A store's programs read and write its conversations over REST, GraphQL and
> signed webhooks; AI assistants use the tools at ${baseUrl}/mcp.

Pages answer in Markdown to \`Accept: text/markdown\`.

## Reference

${link('OpenAPI 3.1', 'openapi.json', 'every operation, its schemas, examples and errors, and the nine webhook events')}
${link('API reference', 'docs/reference', 'the same as a page')}

${sections.join('\n\n')}
`
  return toFile('text/plain; charset=utf-8', text)
}
