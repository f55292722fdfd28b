import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { sourcesOf } from './sources.ts'

test('the file of a hook is named use-x.ts', () => {
  const names = sourcesOf('engine', 'src').map(({ path }) => basename(path))
  expect(names.filter((name) => name.startsWith('use-')).length).toBeGreaterThan(40)
  expect(names.filter((name) => /^use[A-Z]/.test(name))).toEqual([])
})

/** Names that two files export on purpose, with the reason. */
const sharedNames: Readonly<Record<string, string>> = {
  App: 'the root of the office pages and the root of the students’ pages',
  dictionary: 'the field type and the entity',
  ...Object.fromEntries(
    [
      'Change',
      'CallContext',
      'Database',
      'Engine',
      'EngineOptions',
      'FeedSink',
      'Guard',
      'ListRequest',
      'Model',
      'Page',
      'Reader',
      'RuleContext',
      'Rules',
      'ScopeMeaning',
      'Tx',
      'createEngine',
    ].map((name) => [name, 'inside the engine without types, at its face with those of the registry']),
  ),
}

/** A field type exports one name from each of its files, so its folder counts once. */
const homeOf = (path: string): string => /^engine\/fields\/(?!parts\/)[^/]+\//.exec(path)?.[0] ?? path

test('an exported name is exported by one file', () => {
  const homes = new Map<string, Set<string>>()
  for (const { path, text } of sourcesOf('engine', 'schemas', 'scripts', 'src', 'tests')) {
    for (const [, name = ''] of text.matchAll(
      /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type) (\w+)/gm,
    ))
      homes.set(name, (homes.get(name) ?? new Set()).add(homeOf(path)))
  }
  expect(homes.size).toBeGreaterThan(2000)
  const twice = [...homes].filter(([, files]) => files.size > 1)
  const unexpected = twice.filter(([name]) => !Object.hasOwn(sharedNames, name)).map(([name, files]) => `${name}: ${[...files].join(', ')}`)
  expect(unexpected, unexpected.join('\n')).toEqual([])
  expect(Object.keys(sharedNames).filter((name) => !twice.some(([other]) => other === name))).toEqual([])
})

test('no type is named -At: it is a context, a request, a target or a place', () => {
  const types = sourcesOf('engine', 'schemas', 'scripts', 'src').flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:export )?(?:interface|type) (\w+At)\b/gm)].map(([, name]) => `${path}: ${name}`),
  )
  expect(types, types.join('\n')).toEqual([])
})
