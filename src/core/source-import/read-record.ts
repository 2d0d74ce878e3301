import { describeValidationError } from '#base/describe-validation-error.ts'
import { loadLater } from '#base/load-later.ts'
import { findUnstorable } from '#base/text.ts'
import { invalidParams } from '#core/errors.ts'
import { type SourceRecord, schemaOf } from './records.ts'

const typebox = loadLater<typeof import('typebox/compile')>('typebox/compile')
const compiled = new Map<object, ReturnType<ReturnType<typeof typebox>['Compile']>>()

/** The record that a line holds. INVALID_PARAMS for anything else. */
export function readRecord(text: string): SourceRecord {
  let record: unknown
  try {
    record = JSON.parse(text)
  } catch (error) {
    throw invalidParams(`The line is not valid JSON: ${(error as Error).message}.`)
  }
  const schema = schemaOf(Object(record).kind)
  if (!schema) throw invalidParams('kind must be one of: member, contact, conversation, faq.')
  const unstorable = findUnstorable(record, 'line')
  if (unstorable) throw invalidParams(`${unstorable} contains a NUL character or an unpaired surrogate.`)
  const check = compiled.get(schema) ?? typebox().Compile(schema)
  compiled.set(schema, check)
  if (check.Check(record)) return record as SourceRecord
  const mistakes = check.Errors(record)
  throw invalidParams(`${describeValidationError({ mistakes, value: record, schema, whole: 'line' })}.`)
}
