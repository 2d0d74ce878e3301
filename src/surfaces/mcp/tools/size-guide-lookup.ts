import { Type } from 'typebox'
import { list, nullable, string } from '#surfaces/http/schema.ts'
import { productId } from '../fields.ts'
import { defineTool } from '../tool.ts'

const SizeGuide = Type.Object({
  title: string(),
  unit: string(),
  columns: list(),
  rows: Type.Array(list()),
  note: nullable(string()),
})

export const sizeGuideLookup = defineTool({
  name: 'size_guide_lookup',
  title: 'Size chart of one product',
  description: 'Get the size chart of one product. sizeGuide is null when the product has none.',
  input: { productId },
  output: { productId: string(), sizeGuide: nullable(SizeGuide) },
  annotations: { readOnlyHint: true, openWorldHint: false },
  isOn: (settings) => settings.ai.skills.sizeGuide,
  async run(caller, { productId }, { platform }) {
    return { productId, sizeGuide: await platform.getSizeGuide(caller, productId) }
  },
})
