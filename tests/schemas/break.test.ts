import { describe, expect, test } from 'vitest'
import { problemsOf } from '../../engine/schema/check-schemas.ts'
import { shapeChecker } from '../../engine/schema/json-schema.ts'
import type { AnyEntity } from '../../engine/schema/index.ts'
import { names } from '../../schemas/names.ts'
import { entityNamed, loaded } from './load.ts'
import { expectNone } from '../support/expect-none.ts'
import { isWholeRun } from '../support/extent.ts'

type Path = readonly (string | number)[]
interface Place {
  readonly path: Path
  readonly value: unknown
}

const check = shapeChecker({ ...names })

function* places(value: unknown, path: Path = []): Generator<Place> {
  if (path.length) yield { path, value }
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) yield* places(inner, [...path, Array.isArray(value) ? Number(key) : key])
}

type Node = Record<string | number, unknown>
/** A copy of the entity in which `change` was applied to the object that holds the place. */
function changed(entity: AnyEntity, path: Path, change: (holder: Node, key: string | number) => void): AnyEntity {
  const copy = structuredClone(entity)
  let holder = copy as unknown as Node
  for (const key of path.slice(0, -1)) holder = holder[key] as Node
  const key = path.at(-1)
  if (key !== undefined) change(holder, key)
  return copy
}

/** What boot or `check-schemas` would report with this schema among the others. */
function problemsWith(entity: AnyEntity, original: string): string[] {
  const shape = check(entity).map(({ path, problem }) => `${path}: ${problem}`)
  if (shape.length) return shape
  return problemsOf([...loaded.filter((other) => other.name !== original), entity], names)
}

/** A way to break a place. In a part of a sweep each place is broken in one of the three ways. */
interface Damage {
  readonly way: 0 | 1 | 2
  readonly wanted: (place: Place) => boolean
  readonly change: (holder: Node, key: string | number) => void
}

/** The places whose change went unnoticed. */
function unnoticed(entity: AnyEntity, { way, wanted, change }: Damage): string[] {
  return [...places(entity)]
    .filter((place, index) => wanted(place) && (isWholeRun || index % 3 === way))
    .filter((place) => problemsWith(changed(entity, place.path, change), entity.name).length === 0)
    .map(({ path }) => path.join('.'))
}

/** Objects whose keys the author chooses: a new name there is not a mistake. */
const freeKeys =
  /^(rowActions|tools|batchActions|calls|lists|treePages|states\.\d+\.transitions|form\.(groups|tabs))\.[^.]*$|^fields\.\w+\.columns\.\w+$|\.(options|params|values|adds)\.[^.]+$|^form\.fills\.\w+\.\w+$/
/** Fields for other clients and for the server: no list, form or rule of the schema repeats their names. */
const unusedFields = new Set([
  'fields.picUrl',
  'fields.orgCode',
  'fields.orgType',
  'fields.assistantByCourse',
  'fields.departRoles',
  'fields.openKey',
  'fields.code',
  'fields.screen',
  'fields.edited',
  'fields.defaultRoles',
  'fields.openType',
  'fields.openPage',
  'fields.busType',
  'fields.busId',
  'fields.msgAbstract',
  'fields.msgContent',
  'fields.ruleJson',
])
/** Texts that are shown, and names that nothing else in the schemas repeats. */
const freeText =
  /(^|\.)(label|title|message|required|success|failure|otherwise|tooMany|confirm|confirmText|waiting|expression|component|help|table|base|also(\.\d+)?|formerLabels\.\d+|unique|fileField|param|default|text|not|on|off|path)$|^(id|name|where\.\w+|states\.\d+\.call)$|\.(options|texts|alerts|says)\.|\.adds\.[^.]+\.\w+\.\d+\.(key|value)$|\.instead\.|\.formattedWhen\.is\.\d+$|^form\.fills\.\w+\.\w+\.|^(export|messages|bin|tree\.calls|endpoints\.paths)\.|^treePages\.\w+\.(search|empty|choose|edits\.\w+|only\.message)$|^lists?\.(.*\.)?params\.\d+$|^rowActions\.initInSpectionRes\.values\./

/** Columns of a table of the application, and of a link table that only one entity writes; if two entities share one, they are checked against each other. */
const ownColumns = new Set([
  'fields.readFlag.own',
  'fields.readFlag.reader',
  ...['classIds', 'departRoles', 'userIds'].flatMap((key) => ['own', 'other'].map((side) => `fields.${key}.through.${side}`)),
])

/** The label of the entity is a field; everywhere else a label is a shown text. */
const isName = ({ path, value }: Place): boolean =>
  typeof value === 'string' && !ownColumns.has(path.join('.')) && (path.join('.') === 'label' || !freeText.test(path.join('.')))

describe.each(loaded.map((entity) => entity.name))('%s', (name) => {
  const entity = entityNamed(name)

  test('is valid as it is', () => {
    expectNone(problemsWith(entity, name))
  })

  test('any renamed property is noticed', () => {
    const isKey = ({ path }: Place): boolean =>
      typeof path.at(-1) === 'string' && !freeKeys.test(path.join('.')) && !unusedFields.has(path.join('.'))
    const rename = (holder: Node, key: string | number): void => {
      holder[`${key}Zz`] = holder[key]
      delete holder[key]
    }
    expectNone(unnoticed(entity, { way: 0, wanted: isKey, change: rename }))
  })

  test('any value of another kind is noticed', () => {
    const replace = (holder: Node, key: string | number): void => {
      holder[key] = typeof holder[key] === 'object' ? -5 : { strange: [] }
    }
    expectNone(unnoticed(entity, { way: 1, wanted: () => true, change: replace }))
  })

  test('any misspelt name is noticed', () => {
    const misspell = (holder: Node, key: string | number): void => {
      holder[key] = `${String(holder[key])}Zz`
    }
    expectNone(unnoticed(entity, { way: 2, wanted: isName, change: misspell }))
  })
})

test('all problems are reported at once, with a suggestion for each', () => {
  const broken = structuredClone(entityNamed('equipment')) as unknown as {
    label: string
    fields: { courseId: { to: string; show: string } }
  }
  broken.label = 'facilityNmae'
  broken.fields.courseId.show = 'courseTitel'
  const problems = problemsOf([...loaded.filter((other) => other.name !== 'equipment'), broken as unknown as AnyEntity], names)
  expect(problems).toEqual([
    'equipment.fields.courseId.show: there is no field of course "courseTitel", did you mean "courseTitle"?',
    'equipment.label: there is no field "facilityNmae", did you mean "facilityName"?',
  ])
})

test('another name of a field is unique, and belongs to a plain stored value', () => {
  const said = (fields: object): string[] => {
    const entity = entityNamed('equipment')
    return problemsWith({ ...entity, fields: { ...entity.fields, ...fields } } as AnyEntity, 'equipment')
  }
  const { property1, courseId } = entityNamed('equipment').fields
  expectNone(said({ property1: { ...property1, also: 'first' } }))
  expect(said({ property1: { ...property1, also: 'property2' } })).toEqual([
    'equipment.fields.property1.also: property2 is a name already, choose another',
  ])
  expect(said({ property1: { ...property1, also: 'property3' } })).toHaveLength(2)
  expect(said({ property1: { ...property1, also: 'version' } })).toEqual([
    'equipment.fields.property1.also: the engine uses this name itself, rename the field',
  ])
  expect(said({ property1: { ...property1, also: 3 } })).toHaveLength(1)
  expect(said({ courseId: { ...courseId, also: 'course' } })).toEqual([
    'equipment.fields.courseId.also: only plain stored values have another name, remove it',
  ])
})

test('a decimal has fewer places than digits', () => {
  const entity = entityNamed('inspectionResult')
  const said = (scale: number): string[] =>
    problemsWith({ ...entity, fields: { ...entity.fields, score: { ...entity.fields['score'], scale } } } as AnyEntity, 'inspectionResult')
  expectNone(said(14))
  expect(said(15)).toEqual(['inspectionResult.fields.score.scale: a decimal has 15 digits in all, so it has fewer decimal places'])
})

test('the text of a choice travels under its own name', () => {
  const entity = entityNamed('session')
  const said = (fields: object): string[] =>
    problemsWith({ ...entity, fields: { ...entity.fields, ...fields } } as AnyEntity, 'session').filter((one) => !one.includes('import'))
  const { courseId, classIds } = entity.fields
  expectNone(said({ courseId: { ...courseId, text: 'courseTitle' } }))
  expect(said({ courseId: { ...courseId, text: 'groupName' } })).toEqual([
    'session.fields.courseId.text: groupName is a name already, choose another',
  ])
  expect(said({ courseId: { ...courseId, text: 'classId' } })).toHaveLength(2)
  expect(said({ classIds: { ...classIds, also: 'classId', text: 'classId' } })).toHaveLength(2)
})

test('additional rows of a sheet belong to its rows, and their columns are their own', () => {
  const said = (rows: object): string[] => {
    const entity = entityNamed('class')
    return problemsWith({ ...entity, import: { ...entity.import, rows: { ...entity.import?.rows, ...rows } } } as AnyEntity, 'class')
  }
  expectNone(said({}))
  expect(said({ by: 'stuId' })).toContain('class.import.rows.by: classStudent.stuId does not refer to class')
  expect(said({ columns: ['realname'] })).toContain(
    'class.import.rows.columns: the sheet has no stuId, by which classStudent is known; add it',
  )
  expect(said({ columns: ['stuId', 'experiId'] })).toEqual([
    'class.import.rows.columns: classStudent does not import experiId, name a column of its sheet or a "via" of one',
  ])
  expect(said({ columns: ['stuId', 'className'] })).not.toEqual([])
  expect(said({ entity: 'seat' })).not.toEqual([])
})

test('tabs of a form name its groups, each once; columns of rows are of plain types with their own options', () => {
  const said = (change: object): string[] => problemsWith({ ...entityNamed('position'), ...change } as AnyEntity, 'position')
  const { form, fields } = entityNamed('position')
  const tabbed = (tabs: object): object => ({ form: { ...form, groups: { 基本: ['code', 'name'], 其他: ['postRank'] }, tabs } })
  expectNone(said(tabbed({ 甲: ['基本'], 乙: ['其他'] })))
  expect(said(tabbed({ 甲: ['其它'] }))).toEqual(['position.form.tabs: there is no group of the form "其它", did you mean "其他"?'])
  expect(said(tabbed({ 甲: ['基本'], 乙: ['基本'] }))).toHaveLength(1)
  expect(said(tabbed({ 甲: [] }))).toHaveLength(1)
  const ways = (more: object): string[] => said({ form: { ...form, ...more } })
  expectNone(ways({ fills: { postRank: { '1': { name: '教授' } } } }))
  expect(ways({ fills: { postRang: {} } })).toHaveLength(1)
  expect(ways({ fills: { postRank: { '1': { nam: '教授' } } } })).toHaveLength(1)
  expect(ways({ fills: { postRank: { '1': { postRank: 7 } } } })).toHaveLength(1)
  const trial = { label: '测试', call: 'test', waiting: '测试中', failure: '失败' }
  expect(ways({ tries: { name: trial } })).toEqual([expect.stringContaining('position.form.tries.name.call')])
  const withRows = (columns: object): string[] =>
    said({
      form: { ...form, groups: { '': [...Object.keys(fields), 'parts'] } },
      fields: { ...fields, parts: { type: 'rows', label: '部件', columns } },
    })
  expectNone(withRows({ size: { type: 'number', label: '大小' } }))
  expect(withRows({})).toHaveLength(1)
  expect(withRows({ size: { type: 'number', label: '大小', scale: 1 } })).toHaveLength(1)
  expect(withRows({ size: { type: 'rows', label: '大小', columns: {} } })).toHaveLength(1)
  expect(withRows({ Size: { type: 'number', label: '大小' } })).toEqual([
    'position.fields.parts.columns.Size: a column key is a camelCase name of letters and digits, rename it',
  ])
  expect(withRows({ kind: { type: 'dictionary', label: '种类', code: 'sexx' } })).toHaveLength(1)
})
