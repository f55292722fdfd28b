import { expect, test } from 'vitest'
import { entityForm } from '../../../../engine/client/form/form-model.ts'
import { toFormily } from '../../../../engine/client/form/to-formily.ts'
import { book, storedBook } from './book.ts'

const keysIn = (mode: 'add' | 'edit') =>
  Object.values(Object(toFormily(entityForm(book, mode, storedBook)).properties)).map((group) => Object.keys(Object(group).properties))

test('groups become titled sections in the order of the schema', () => {
  const schema = toFormily(entityForm(book, 'add', {}))
  expect(schema).toMatchObject({
    type: 'object',
    properties: {
      group0: {
        type: 'void',
        'x-component': 'FieldGroup',
        'x-component-props': { title: '基本', columns: 2 },
        properties: {
          title: { title: '书名', 'x-decorator': 'FieldItem', 'x-component': 'BoundInput' },
          reason: { 'x-decorator-props': { gridSpan: 2 }, 'x-reactions': expect.any(Function) },
        },
      },
    },
  })
})

test('each mode has its own fields', () => {
  const first = ['title', 'isbn', 'kind', 'reason', 'semester', 'courseId', 'phone']
  expect(keysIn('add')).toEqual([first, ['password', 'again']])
  expect(keysIn('edit')).toEqual([first, ['status']])
})

test('required fields are marked, in the mode in which they are required', () => {
  const marked = (mode: 'add' | 'edit') =>
    Object.values(Object(toFormily(entityForm(book, mode, storedBook)).properties)).flatMap((group) =>
      Object.entries(Object(group).properties).flatMap(([key, node]) => (Object(node)['x-decorator-props'].asterisk ? [key] : [])),
    )
  expect(marked('add')).toEqual(['title', 'reason', 'password'])
  expect(marked('edit')).toEqual(['title', 'reason'])
})

test('no value of a row goes into the schema, because Formily would evaluate it', () => {
  const model = entityForm(book, 'edit', { ...storedBook, title: '{{alert(1)}}' })
  expect(JSON.stringify(toFormily(model))).not.toContain('alert')
})
