import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectNone } from '../support/expect-none.ts'
import { readSpec } from '../spec/read-spec.ts'

interface Message {
  readonly id: string
  readonly text: string
  readonly shown?: string
  readonly never?: string
}

/** Kinds of rules that compare a schema with its specification: none of them shows the sentence to anybody. */
const unshown =
  /^(confirm|confirmText|otherwise|waiting|tries|exactly|alike|uploadSuccess|callSuccess|callTitle|callFailure|message|exportName)$/

const root = join(import.meta.dirname, '../..')
const { messages }: { readonly messages: readonly Message[] } = JSON.parse(readFileSync(join(root, 'tests/spec/messages.json'), 'utf8'))

/** What tests expect to read: the sentences that stand between quotes in them, and those of the rules that the contract tests try. */
const expected: readonly string[] = [
  ...globSync('tests/**/*.test.{ts,tsx}', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map(
      ([, one, two, three]) => one ?? two ?? three ?? '',
    ),
  ),
  ...readSpec().rules.flatMap(({ kind, sentence = [] }) => (unshown.test(kind) ? [] : sentence)),
]

/** The messages that no test waits for. */
const unseen = (of: readonly Message[]): string[] =>
  of.flatMap(({ id, text, shown = text, never }) => (never || expected.some((words) => words.includes(shown)) ? [] : [`${id} ${shown}`]))

test('every message of the identity and platform domains is shown by some test, to the letter', () => {
  expect(messages.length).toBeGreaterThan(130)
  expectNone(unseen(messages))
})

test('a message that no test waits for is noticed', () => {
  const invented = ['没有测试', '等待这句话'].join()
  expect(unseen([{ id: 'MSG-000', text: invented }])).toEqual([`MSG-000 ${invented}`])
})
