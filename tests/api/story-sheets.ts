import type { CellValue } from '../../engine/server/transfer/sheet/sheet.ts'

/** A roster with student numbers from the file of 2,000. */
export const rosterOf = (from: number, count: number): CellValue[][] => [
  ['学号'],
  ...Array.from({ length: count }, (_, index) => [20260000 + from + index]),
]

/** 60 new students, every third of them with one wrong cell, and the expected errors. */
export function badStudents(): { rows: CellValue[][]; wrong: [row: number, column: string, sentence: string][] } {
  const wrongs: readonly (readonly [column: string, change: Record<string, string | null>, sentence: string])[] = [
    ['姓名', { 姓名: null }, '请输入用户名称!'],
    ['学号', { 学号: null }, '请输入学号!'],
    ['邮箱', { 邮箱: 'nobody' }, '请输入正确格式的邮箱!'],
    ['手机号码', { 手机号码: '123' }, '请输入正确格式的手机号码!'],
    ['身份证号', { 身份证号: '1101' }, '您的身份证号码格式不正确!'],
  ]
  const columns = ['用户账号', '姓名', '学号', '邮箱', '手机号码', '身份证号']
  const rows = Array.from({ length: 60 }, (_, index) => {
    const wrong = index % 3 === 0 ? wrongs[(index / 3) % wrongs.length] : undefined
    const cells: Record<string, string | null> = { 用户账号: `new${index}`, 姓名: '新生', 学号: `3026${index}`, ...wrong?.[1] }
    return { line: index + 2, wrong, cells: columns.map((column) => cells[column] ?? null) }
  })
  return {
    rows: [columns, ...rows.map(({ cells }) => cells)],
    wrong: rows.flatMap(({ line, wrong }) => (wrong ? [[line, wrong[0], wrong[2]]] : [])),
  }
}
