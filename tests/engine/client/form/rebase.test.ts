import { expect, test } from 'vitest'
import { ApiError } from '../../../../engine/browser/api.ts'
import { conflictOf } from '../../../../engine/client/changes/conflict.ts'
import { entityForm } from '../../../../engine/client/form/form-model.ts'
import { changesOf, checkFormRow, editBody } from '../../../../engine/client/form/form-row.ts'
import { rebase } from '../../../../engine/client/form/rebase.ts'
import { book, storedBook } from './book.ts'

test('after a conflict the next save is based on what its editor has seen', () => {
  const details = {
    id: 'b1',
    version: 5,
    clashes: [{ field: 'title', yours: '新', theirs: '他的', base: '旧' }],
    who: 'teacher',
    when: '2026-09-01 08:00:00',
  }
  const conflict = conflictOf(new ApiError('冲突', { code: 409, status: 409, details }))
  if (!conflict) throw new Error('not read as a conflict')
  const model = rebase(entityForm(book, 'edit', storedBook), conflict)
  const mine = { ...storedBook, title: '新' }
  expect(editBody(model, 'id', changesOf(model, mine, checkFormRow(model, mine)))).toMatchObject({
    version: 5,
    title: '新',
    _base: { title: '他的' },
  })
  const theirs = { ...storedBook, title: '他的' }
  expect(changesOf(model, theirs, checkFormRow(model, theirs))).toEqual({})
  expect(conflictOf(new ApiError('坏', { code: 500, status: 200 }))).toBeUndefined()
})
