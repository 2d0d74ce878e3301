"""The official MCP client: connects in one mode, lists the tools, calls one. Prints JSON on its last line.

Environment: MCP_URL, MCP_HEADERS (a JSON object), MCP_MODE (auto, legacy or a protocol version).
"""

import asyncio
import json
import os

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


async def main() -> None:
    headers = json.loads(os.environ["MCP_HEADERS"])
    async with httpx2.AsyncClient(headers=headers, timeout=30) as http:
        transport = streamable_http_client(os.environ["MCP_URL"], http_client=http)
        async with Client(transport, mode=os.environ["MCP_MODE"]) as client:
            tools = await client.list_tools()
            answer = await client.call_tool("faq_retrieval", {"query": "shipping"})
            print(json.dumps({"tools": [tool.name for tool in tools.tools], "answer": answer.model_dump(mode="json")}))


asyncio.run(main())
