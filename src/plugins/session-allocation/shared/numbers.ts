/** What a teacher types to divide students into sessions. */
export interface AllocationNumbers {
  /** Students to be divided. */
  readonly stuCount: number
  /** Sessions. */
  readonly groupNum: number
  /** Students in one session at most: its seats. */
  readonly groupStuNum: number
  /** Students that share one device. */
  readonly facilityStuNum: number
}

/** Sentences by input. */
export type NumberProblems = Readonly<Record<string, string>>

/** How many times the number of students the seats may be; exactly this many times is already refused. */
const TOO_MANY_TIMES = 2

/** The most seats of a session (`seatNum` of its schema). */
export const MOST_SEATS = 1000

type Rule = readonly [input: keyof AllocationNumbers, broken: (numbers: AllocationNumbers) => boolean, sentence: string]

const above0 = (value: number): boolean => value > 0

/** In the document's order. A rule that compares ignores a missing number, because another rule reports it. */
const rules: readonly Rule[] = [
  ['stuCount', (n) => !above0(n.stuCount), '学生人数为0！'],
  ['groupNum', (n) => !above0(n.groupNum), '分组数需大于0!'],
  ['groupStuNum', (n) => !above0(n.groupStuNum), '每个小组下学生人数需大于0!'],
  ['facilityStuNum', (n) => !above0(n.facilityStuNum), '实验设备需大于0!'],
  ['groupNum', (n) => above0(n.stuCount) && n.groupNum > n.stuCount, '场次数数不能大于学生总人数，请修改!'],
  ['groupStuNum', (n) => above0(n.stuCount) && n.groupStuNum > n.stuCount, '每场次学生人数不能大于学生总人数!'],
  ['groupStuNum', (n) => n.groupStuNum > MOST_SEATS, '座位数不能大于1000!'],
  [
    'groupNum',
    (n) => above0(n.groupNum) && above0(n.groupStuNum) && n.groupNum * n.groupStuNum < n.stuCount,
    '场次总人数小于学生总人数，请修改！',
  ],
  [
    'groupNum',
    (n) => above0(n.stuCount) && n.groupNum * n.groupStuNum >= TOO_MANY_TIMES * n.stuCount,
    '场次总人数超过学生总人数2倍，请修改！',
  ],
  ['facilityStuNum', (n) => above0(n.groupStuNum) && n.facilityStuNum > n.groupStuNum, '小组人数不能大于每场次学生人数!'],
]

/** The first broken rule of each input, in the order of the rules. Empty if the numbers can be used. */
export function checkNumbers(numbers: AllocationNumbers): NumberProblems {
  const problems: Record<string, string> = {}
  for (const [input, broken, sentence] of rules) if (broken(numbers)) problems[input] ??= sentence
  return problems
}

/** The number of sessions needed to seat everybody. */
export const sessionsFor = (stuCount: number, groupStuNum: number): number => (groupStuNum > 0 ? Math.ceil(stuCount / groupStuNum) : 0)

/** How many students sit in each session: larger sessions first, with sizes that differ by at most one. */
export function sizesOf(stuCount: number, groupNum: number): number[] {
  const least = Math.floor(stuCount / groupNum)
  return Array.from({ length: groupNum }, (_, index) => least + (index < stuCount % groupNum ? 1 : 0))
}

/** Longer lists of sizes are shortened to `30×70/29×100`. */
const MOST_TOLD = 12

function sizesText(sizes: readonly number[]): string {
  if (sizes.length <= MOST_TOLD) return sizes.join('/')
  const counts = new Map<number, number>()
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1)
  return [...counts].map(([size, count]) => `${size}×${count}`).join('/')
}

/** `4 场 30/29/29/29` */
export const sessionsText = (stuCount: number, groupNum: number): string => `${groupNum} 场 ${sizesText(sizesOf(stuCount, groupNum))}`

/** `学生 117，每场 30 → 4 场 30/29/29/29` */
export const arithmetic = ({ stuCount, groupNum, groupStuNum }: AllocationNumbers): string =>
  `学生 ${stuCount}，每场 ${groupStuNum} → ${sessionsText(stuCount, groupNum)}`

/** A session may grow by a fifth to save one. */
const STRETCH = 1.2

/** One session fewer with a few more students in each, if that is close to the request: 61 by 20 → 3 场 21/20/20. */
export function fewerSessions({ stuCount, groupStuNum, facilityStuNum }: AllocationNumbers): AllocationNumbers | undefined {
  const groupNum = sessionsFor(stuCount, groupStuNum) - 1
  if (!(groupNum > 0)) return undefined
  const numbers = { stuCount, groupNum, groupStuNum: Math.ceil(stuCount / groupNum), facilityStuNum }
  const near = numbers.groupStuNum <= Math.ceil(groupStuNum * STRETCH)
  return near && Object.keys(checkNumbers(numbers)).length === 0 ? numbers : undefined
}
