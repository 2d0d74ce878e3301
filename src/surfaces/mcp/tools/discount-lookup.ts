import { Type } from 'typebox'
import { CATALOGUE_PAGE } from '#core/limits.ts'
import { nullable, string } from '#surfaces/http/schema.ts'
import { cursor, limitOf, pageOf, pagingOf, query } from '../fields.ts'
import { Money, Paging } from '../records.ts'
import { defineTool } from '../tool.ts'

const Discount = Type.Object({
  id: string(),
  title: string(),
  code: nullable(string()),
  type: string('percentage, fixed_amount, free_shipping or buy_x_get_y'),
  summary: string(),
  value: nullable(Type.Number()),
  minimumSubtotal: nullable(Money),
  startsAt: string(),
  endsAt: nullable(string()),
})

export const discountLookup = defineTool({
  name: 'discount_lookup',
  title: 'Find discounts',
  description:
    'Find discounts and promo codes that are active now and may be told to customers. Without query all of them are listed.',
  input: { query: Type.Optional(query), limit: limitOf(CATALOGUE_PAGE), cursor },
  output: { discounts: Type.Array(Discount), paging: Paging },
  annotations: { readOnlyHint: true, openWorldHint: false },
  isOn: (settings) => settings.ai.training.discounts,
  async run(caller, args, { platform }) {
    const page = await platform.findDiscounts(caller, { query: args.query, ...pageOf(args, CATALOGUE_PAGE) })
    return { discounts: page.items, paging: pagingOf(page) }
  },
})
