import { expect, test } from 'vitest'
import { expectNone } from '../support/expect-none.ts'
import { sourcesOf, type Source } from './sources.ts'

const ofSchools = /课程|学期|班级|学生|教师|助教|实验|考察/g

/** The code without its comments, which may tell of an example. */
const codeOf = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')

const wordsIn = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, text }) => [...codeOf(text).matchAll(ofSchools)].map(([word]) => `${path}: ${word}`))

test('the engine has no word of a school: an application that is none would show it', () => {
  expectNone(wordsIn(sourcesOf('engine')))
})

test('a word of a school is found', () => {
  expect(wordsIn([{ path: 'engine/planted.ts', text: "/** Such as 课程. */\nconst title = '当前的学期' // 学期" }])).toEqual([
    'engine/planted.ts: 学期',
  ])
})
