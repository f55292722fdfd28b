import { roleIds } from '../role-ids.ts'
import { createDice, personName } from './names.ts'
import type { DemoWriter } from './demo-writer.ts'

/** Ids of the demo's people, in order. */
export interface DemoPeople {
  readonly teachers: readonly string[]
  readonly assistants: readonly string[]
  readonly students: readonly string[]
  /** One account of each kind, printed at the first start. */
  readonly shown: readonly string[]
}

const STUDENTS = 300
const positions = { professor: ['教授', '5'], associate: ['副教授', '4'], lecturer: ['讲师', '3'], assistant: ['助教', '2'] } as const
/** What the teachers are, one after another. */
const held: readonly (keyof typeof positions)[] = ['professor', 'associate', 'lecturer', 'associate', 'lecturer', 'professor']
const padded = (number: number, length: number): string => String(number).padStart(length, '0')

/** Four positions, six teachers, six assistants and 300 students, all with the same demo password. */
export async function seedPeople(writer: DemoWriter, departmentIds: ReadonlyMap<string, string>, password: string): Promise<DemoPeople> {
  const dice = createDice(20_260_907)
  const homes = ['电子科学系', '电子科学系', '通信工程系', '物理学院', '软件工程系', '软件工程系'].map(
    (name) => departmentIds.get(name) ?? '',
  )
  const person = (username: string, phone: string, role: string, home: string | undefined) => ({
    username,
    password,
    confirmpassword: password,
    realname: personName(dice),
    sex: String(1 + dice(2)),
    phone,
    selectedroles: role,
    selecteddeparts: home ?? '',
  })
  const six = [1, 2, 3, 4, 5, 6]
  const teachers = six.map((n, index) => ({
    ...person(`teacher${n}`, `1380010${padded(n, 4)}`, roleIds.teacher, homes[index]),
    workNo: `T2018${padded(n, 3)}`,
    post: held[index] ?? '',
  }))
  const assistants = six.map((n, index) => ({
    ...person(`assistant${n}`, `1390020${padded(n, 4)}`, roleIds.assistant, homes[index]),
    workNo: `A2024${padded(n, 3)}`,
    post: 'assistant',
  }))
  const students = Array.from({ length: STUDENTS }, (_, index) => {
    const home = index % homes.length
    const number = `2025${padded(home + 1, 2)}${padded(Math.floor(index / homes.length) + 1, 4)}`
    return { ...person(number, `1370030${padded(index + 1, 4)}`, roleIds.student, homes[home]), studyNumber: number }
  })
  await writer.add(
    'position',
    Object.entries(positions).map(([code, [name, postRank]]) => ({ code, name, postRank })),
  )
  return {
    teachers: await writer.add('user', teachers),
    assistants: await writer.add('user', assistants),
    students: await writer.add('user', students),
    shown: ['teacher1', 'assistant1', students[0]?.username ?? ''],
  }
}
