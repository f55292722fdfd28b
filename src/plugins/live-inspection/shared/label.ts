import type { Placed } from '../wire.ts'

type Named = Pick<Placed, 'realname' | 'studyNumber' | 'inspectionId_dictText'>

/** Identifies a result in a passing notice: 李明 · 波形测量 · 85 分. */
export function fieldLabelOf(row: Named, score: string | number | null = null): string {
  const points = score === null || score === '' ? undefined : `${score} 分`
  return [row.realname || row.studyNumber, row.inspectionId_dictText, points].filter(Boolean).join(' · ')
}
