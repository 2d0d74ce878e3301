import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql'
import { INTROSPECTION_FIELDS_MAX } from '#core/limits.ts'
import type { Document } from './document.ts'
import { tooLarge } from './document-size.ts'
import { schema } from './schema.ts'

/**
 * Refuses questions about the schema that graphql-js would answer for long: a short document may ask for each field of
 * each type some hundred times. What it would write is counted, up to the limit, without writing it.
 */
export function checkIntrospection(fields: readonly FieldNode[], fragments: Document['fragments']): void {
  let count = 0

  /** Counts what a selection says of each of these values. Fields that @skip would leave out count too. */
  const add = (set: SelectionSetNode, type: GraphQLObjectType, values: readonly unknown[]): void => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) add(selection.selectionSet, type, values)
      else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value)
        if (fragment) add(fragment.selectionSet, type, values)
      } else {
        count += values.length
        if (count > INTROSPECTION_FIELDS_MAX)
          throw tooLarge(`more than ${INTROSPECTION_FIELDS_MAX} fields about the schema`)
        enter(selection, type, values)
      }
    }
  }

  const enter = ({ name, selectionSet }: FieldNode, type: GraphQLObjectType, values: readonly unknown[]): void => {
    const field = type.getFields()[name.value]
    const below = field && getNamedType(field.type)
    if (!selectionSet || !isObjectType(below)) return
    const found = values.flatMap((value) => field?.resolve?.(value, EVERYTHING, undefined, INFO) ?? [])
    if (found.length > 0) add(selectionSet, below, found)
  }

  for (const { name, selectionSet } of fields) {
    if (!selectionSet) continue
    if (name.value === SchemaMetaFieldDef.name)
      add(selectionSet, getNamedType(SchemaMetaFieldDef.type) as GraphQLObjectType, [schema])
    else add(selectionSet, getNamedType(TypeMetaFieldDef.type) as GraphQLObjectType, [LARGEST_TYPE])
  }
}

const EVERYTHING = { includeDeprecated: true }
const INFO = { schema } as GraphQLResolveInfo
/** `__type` names one; counted is the one with the most to say. */
const LARGEST_TYPE = schema.getType('Customer')
