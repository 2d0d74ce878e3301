import type { Platform } from '#core/platform/platform.ts'
import { defineTool } from '../tool.ts'

export const sizeGuideLookup = (platform: Platform) =>
  defineTool<{ productId: string }>({
    name: 'size_guide_lookup',
    isOn: (settings) => settings.ai.skills.sizeGuide,
    async run(caller, { productId }) {
      return JSON.stringify({ productId, sizeGuide: await platform.getSizeGuide(caller, productId) })
    },
  })
