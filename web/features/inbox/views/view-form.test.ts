import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choiceOf, viewFrom } from './view-form.ts'

const formOf = (entries: [string, string][]) => {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

test('an empty field does not filter', () => {
  const open = [
    'status',
    'assigneeId',
    'team',
    'channel',
    'isRead',
    'isStarred',
    'isChatBot',
    'isSnoozed',
    'activeWithinDays',
  ]
  const form = formOf([['name', '  Everything '], ['for', 'me'], ...open.map((name): [string, string] => [name, ''])])
  assert.deepEqual(viewFrom(form), { name: 'Everything', isShared: false, filters: {} })
})

test('what is chosen is', () => {
  const form = formOf([
    ['name', 'Late'],
    ['for', 'store'],
    ['status', 'open'],
    ['assigneeId', 'me'],
    ['team', 'none'],
    ['tag', 'a'],
    ['tag', 'b, c'],
    ['isRead', 'no'],
    ['isStarred', 'yes'],
    ['activeWithinDays', '7'],
  ])
  assert.deepEqual(viewFrom(form), {
    name: 'Late',
    isShared: true,
    filters: {
      status: 'open',
      assigneeId: 'me',
      team: 'none',
      tags: ['a', 'b, c'],
      isRead: false,
      isStarred: true,
      activeWithinDays: 7,
    },
  })
})

test('a filter is drawn as it was chosen', () => {
  assert.deepEqual([choiceOf(undefined), choiceOf(true), choiceOf(false)], ['', 'yes', 'no'])
})
