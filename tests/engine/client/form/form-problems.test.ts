import { createForm, type Field } from '@formily/core'
import { expect, test } from 'vitest'
import { entityForm } from '../../../../engine/client/form/form-model.ts'
import { followInput, showProblems } from '../../../../engine/client/form/form-problems.ts'
import { book, storedBook } from './book.ts'

test('choosing another parent clears the child, and a sentence goes away once it no longer holds', () => {
  const model = entityForm(book, 'edit', storedBook)
  const form = createForm({ initialValues: structuredClone(storedBook) })
  const fields: Record<string, Field> = {}
  for (const name of ['title', 'semester', 'courseId']) fields[name] = form.createField({ name })
  expect(showProblems(form, model, { title: '请输入书名!', gone: '别处的问题' })).toEqual(['别处的问题'])
  expect(fields['title']?.selfErrors).toEqual(['请输入书名!'])
  form.setValuesIn('semester', 's2')
  followInput(form, model, 'semester')
  expect(form.values).toMatchObject({ semester: 's2', courseId: null })
  expect(fields['title']?.selfErrors).toEqual([])
})
