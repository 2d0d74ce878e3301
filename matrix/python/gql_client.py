"""The gql client: reads the schema by introspection, then one page of contacts. Prints JSON on its last line.

Environment: GRAPHQL_URL, GRAPHQL_HEADERS (a JSON object).
"""

import asyncio
import json
import os

from gql import Client, gql
from gql.transport.aiohttp import AIOHTTPTransport


async def main() -> None:
    transport = AIOHTTPTransport(os.environ["GRAPHQL_URL"], headers=json.loads(os.environ["GRAPHQL_HEADERS"]))
    async with Client(transport=transport, fetch_schema_from_transport=True) as session:
        answer = await session.execute(gql("{ customers(first: 1) { totalCount nodes { id } } }"))
        print(json.dumps(answer))


asyncio.run(main())
