// Copied beside a client's packages and run there: `node drive.js <driver>`. Connects to MCP_URL with MCP_HEADERS, lists
// the tools and calls faq_retrieval; prints what it got as JSON. (JavaScript: the packages are not installed here.)

const url = process.env.MCP_URL
const headers = JSON.parse(process.env.MCP_HEADERS)
const info = { name: 'parley-matrix', version: '1.0.0' }
const call = { name: 'faq_retrieval', arguments: { query: 'shipping' } }

/** A client of the official kind. */
async function drive(client) {
  const { tools } = await client.listTools()
  const answer = await client.callTool(call)
  await client.close()
  return { tools: tools.map(({ name }) => name), answer }
}

async function officialTransport() {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
  return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
}

/** Of the AI SDK, whose tools are an object. */
async function driveAi(client) {
  const tools = await client.tools()
  const answer = await tools.faq_retrieval.execute(call.arguments, { toolCallId: '1', messages: [] })
  await client.close()
  return { tools: Object.keys(tools), answer }
}

const DRIVERS = {
  async sdk() {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
    const client = new Client(info)
    await client.connect(await officialTransport())
    return drive(client)
  },
  async client() {
    const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
    const client = new Client(info, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
    return drive(client)
  },
  async 'ai-before-6'() {
    const { experimental_createMCPClient } = await import('ai')
    return driveAi(await experimental_createMCPClient({ transport: await officialTransport() }))
  },
  async ai() {
    const { createMCPClient } = await import('@ai-sdk/mcp')
    return driveAi(await createMCPClient({ transport: { type: 'http', url, headers } }))
  },
  async langchain() {
    const { MultiServerMCPClient } = await import('@langchain/mcp-adapters')
    const client = new MultiServerMCPClient({ mcpServers: { parley: { transport: 'http', url, headers } } })
    const tools = await client.getTools()
    const answer = await tools.find(({ name }) => name === call.name).invoke(call.arguments)
    await client.close()
    return { tools: tools.map(({ name }) => name), answer }
  },
  async agents() {
    const { MCPServerStreamableHttp } = await import('@openai/agents')
    const server = new MCPServerStreamableHttp({ url, requestInit: { headers } })
    await server.connect()
    const tools = await server.listTools()
    const answer = await server.callTool(call.name, call.arguments)
    await server.close()
    return { tools: tools.map(({ name }) => name), answer }
  },
  async mastra() {
    const { MCPClient } = await import('@mastra/mcp')
    const client = new MCPClient({ servers: { parley: { url: new URL(url), requestInit: { headers } } } })
    const tools = await client.listTools()
    const answer = await tools[`parley_${call.name}`].execute(call.arguments, {})
    await client.disconnect()
    return { tools: Object.keys(tools).map((name) => name.replace('parley_', '')), answer }
  },
  /** A bridge for assistants that start local programs only. */
  async remote() {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js')
    const given = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}:${value}`])
    const args = ['node_modules/.bin/mcp-remote', url, '--allow-http', '--transport', 'http-only', ...given]
    const client = new Client(info)
    await client.connect(new StdioClientTransport({ command: process.execPath, args }))
    return drive(client)
  },
  async inspector() {
    const { execFile } = await import('node:child_process')
    const { promisify } = await import('node:util')
    const given = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
    const base = ['node_modules/.bin/mcp-inspector', '--cli', url, '--transport', 'http', ...given]
    const run = async (...args) => JSON.parse((await promisify(execFile)(process.execPath, [...base, ...args])).stdout)
    const { tools } = await run('--method', 'tools/list')
    const query = `query=${call.arguments.query}`
    const answer = await run('--method', 'tools/call', '--tool-name', call.name, '--tool-arg', query)
    return { tools: tools.map(({ name }) => name), answer }
  },
}

console.log(JSON.stringify(await DRIVERS[process.argv[2]]()))
process.exit(0)
