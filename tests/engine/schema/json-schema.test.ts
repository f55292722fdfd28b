import { describe, expect, test } from 'vitest'
import { problemsOf } from '../../../engine/schema/check-schemas.ts'
import { entityFromJson } from '../../../engine/schema/index.ts'
import { readJsonSchema, shapeChecker } from '../../../engine/schema/json-schema.ts'
import { names } from '../../../schemas/names.ts'
import { entityNamed, loaded } from '../../schemas/load.ts'
import { expectNone } from '../../support/expect-none.ts'

const check = shapeChecker({ ...names })
const problemsOfFile = (text: string): readonly string[] => readJsonSchema('thing.json', text, check).problems

const written = JSON.stringify(entityNamed('equipment'), null, 2)
/** Line and column, counted from 1, of the first occurrence of the text. */
function positionOf(text: string, part: string): string {
  const lines = text.slice(0, text.indexOf(part)).split('\n')
  return `thing.json:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`
}

describe('a schema in a .json file', () => {
  test('reads as the same entity', () => {
    const { entity, problems } = readJsonSchema('good.json', written, check)
    expectNone(problems)
    expect(entity).toEqual(entityNamed('equipment'))
  })

  test('is checked against the other entities like any schema', () => {
    const entity = entityFromJson(
      JSON.parse(
        written
          .replace('"facilityName",\n      {', '"facilityNmae",\n      {')
          .replace('"label": "facilityName"', '"label": "facilityNmae"'),
      ),
    )
    expect(problemsOf([...loaded.filter((other) => other.name !== 'equipment'), entity])).toContain(
      'equipment.label: there is no field "facilityNmae", did you mean "facilityName"?',
    )
  })

  test('shows where an option is misspelt', () => {
    const text = written.replace('"show": "courseTitle"', '"shwo": "courseTitle"')
    const problems = problemsOfFile(text)
    expect(problems).toContain(`${positionOf(text, '"shwo"')}: fields.courseId.shwo: there is no option "shwo" here, did you mean "show"?`)
    expect(problems).toContain(`${positionOf(text, '"courseId": {')}: fields.courseId: "show" is missing, add it`)
  })

  test('shows where a name is unknown', () => {
    const text = written.replace('"to": "course"', '"to": "curse"')
    expect(problemsOfFile(text)).toEqual([
      `${positionOf(text, '"to": "curse"')}: fields.courseId.to: "curse" is not known, did you mean "course"?`,
    ])
  })

  test('lists every problem, not just the first', () => {
    const text = written
      .replace('"opensIn": "modal"', '"opensIn": "window"')
      .replace('"width": 800', '"width": "wide"')
      .replace('"type": "via"', '"type": "vai"')
    expect(problemsOfFile(text)).toHaveLength(3)
  })

  test('shows where it is not JSON', () => {
    const text = written.replace('"scope": {', '"scope" {')
    expect(problemsOfFile(text)[0]).toMatch(new RegExp(`^thing\\.json:${positionOf(text, '"scope" {').split(':')[1]}:\\d+: `))
    expect(problemsOfFile(written.slice(0, -20))[0]).toMatch(/^thing\.json:\d+:\d+: /)
  })

  test('handles escapes and odd keys', () => {
    const text = written.replace('"title": "实验设备"', '"title": "a \\"quoted\\" {[,]} \\\\", "a/b~c": 1')
    expect(problemsOfFile(text)[0]).toContain(`${positionOf(text, '"a/b~c"')}: `)
  })
})
