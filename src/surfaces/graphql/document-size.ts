import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql'
import { DOCUMENT_PAIRS_MAX, DOCUMENT_TOKENS_MAX } from '#core/limits.ts'
import { type Refusal, refusal } from './errors.ts'

/** A document that may be valid, and is not looked at any further: reading it would keep everybody else waiting. */
export function tooLarge(what: string): Refusal {
  const sentence = `The document is too large: ${what}. Send it as several smaller ones.`
  return refusal(400, 'DOCUMENT_TOO_LARGE', sentence)
}

/** Selections that are gone through, those of fragments each time they are spread. */
const SELECTIONS_MAX = 2 * DOCUMENT_TOKENS_MAX

/**
 * Refuses what would take validation long although it is short: GraphQL asks that fields answering under one name be
 * compared, each with each other one, wherever they stand; the same goes for the fragments spread in one place.
 */
export function checkSize(document: DocumentNode): void {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  const size = new Size(fragments)
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) size.add([{ set: definition.selectionSet, inside: new Set() }])
  }
  size.addUnused()
}

interface Placed {
  set: SelectionSetNode
  inside: ReadonlySet<string>
}

class Size {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #used = new Set<string>()
  #selections = 0
  #pairs = 0

  constructor(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.#fragments = fragments
  }

  /** Counts selection sets that make up one object of the answer, each with the fragments that it stands in. */
  add(sets: Placed[]): void {
    const names = new Map<string, { count: number; below: Placed[] }>()
    const spread = new Set<string>()
    const enter = ({ set, inside }: Placed): void => {
      for (const selection of set.selections) {
        if (++this.#selections > SELECTIONS_MAX) throw tooLarge(`more than ${SELECTIONS_MAX} selections`)
        if (selection.kind === Kind.FIELD) {
          const name = selection.alias?.value ?? selection.name.value
          const group = names.get(name) ?? { count: 0, below: [] }
          names.set(name, group)
          this.#addPairs(group.count++)
          if (selection.selectionSet) group.below.push({ set: selection.selectionSet, inside })
        } else if (selection.kind === Kind.INLINE_FRAGMENT) {
          enter({ set: selection.selectionSet, inside })
        } else if (!spread.has(selection.name.value)) {
          const name = selection.name.value
          this.#addPairs(spread.size)
          spread.add(name)
          this.#used.add(name)
          const fragment = this.#fragments.get(name)
          if (!fragment || inside.has(name)) continue // a fragment within itself is for validation to refuse
          enter({ set: fragment.selectionSet, inside: new Set(inside).add(name) })
        }
      }
    }
    for (const set of sets) enter(set)
    for (const { below } of names.values()) if (below.length > 0) this.add(below)
  }

  /** Fragments that nothing spreads are compared too. */
  addUnused(): void {
    for (const [name, { selectionSet }] of this.#fragments)
      if (!this.#used.has(name)) this.add([{ set: selectionSet, inside: new Set([name]) }])
  }

  #addPairs(count: number): void {
    this.#pairs += count
    if (this.#pairs > DOCUMENT_PAIRS_MAX) {
      throw tooLarge(`more than ${DOCUMENT_PAIRS_MAX} pairs of fields of one name, or of fragments in one place`)
    }
  }
}
