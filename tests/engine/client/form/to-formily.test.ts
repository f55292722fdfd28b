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

test('groups that a tab names stand in it, below the others; a group named like its tab has no heading, an empty tab is left out', () => {
  const groups = { 基本: ['title'], 编号: ['isbn'], 更多: ['reason', 'kind'], 无: ['status'] }
  const model = { ...entityForm(book, 'add', {}), groups, tabs: { 编号: ['编号'], 其他: ['更多'], 空: ['无'] } }
  const { properties = {} } = toFormily(model)
  expect(Object.keys(properties)).toEqual(['group0', 'tabs'])
  const heading = (title: string, keys: readonly string[]) => ({
    'x-component-props': { title },
    properties: Object.fromEntries(keys.map((key) => [key, { 'x-component': 'BoundInput' }])),
  })
  expect(Object(properties)['tabs']).toMatchObject({
    'x-component': 'FormTabs',
    properties: {
      tab0: { 'x-component-props': { tab: '编号', forceRender: true }, properties: { group1: heading('', ['isbn']) } },
      tab1: { 'x-component-props': { tab: '其他', forceRender: true }, properties: { group2: heading('更多', ['reason', 'kind']) } },
    },
  })
  expect(Object.keys(Object(properties)['tabs'].properties)).toEqual(['tab0', 'tab1'])
})
