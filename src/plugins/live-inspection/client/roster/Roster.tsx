import { Button, Tooltip } from 'antd'
import { useCallback, useMemo } from 'react'
import { useBench, useView } from '../state/bench-context.ts'
import type { MarkKind, ResultRow } from '../../wire.ts'
import { tracksOf, widthOf } from '../table/columns.ts'
import { HeadLine } from '../table/Line.tsx'
import { ListEmpty } from '../table/ListEmpty.tsx'
import { VirtualRows } from '../table/VirtualRows.tsx'
import { rosterColumns } from './columns.ts'
import { countStates } from './count-states.ts'
import type { MarksAsked } from './MarkManyWindow.tsx'
import { RosterCard, RosterLine, type RosterActions } from './RosterLine.tsx'
import { StateCounts } from './StateCounts.tsx'
import { rowsOf } from './use-results.ts'
import type { RosterLesson } from './use-lesson.ts'
import './roster.css'

interface Props {
  readonly lesson: RosterLesson
  readonly narrow: boolean
  /** Open a result beside its photos, to mark it. */
  onOpen(row: ResultRow): void
  onHistory(row: ResultRow): void
}

/** One result as something to mark. */
const askedOf = (row: ResultRow, mark: MarkKind): MarksAsked => ({
  title: `登记：${row.groupSeatNum ?? ''} ${row.realname ?? ''}`,
  place: { courseId: row.courseId, experiGroupId: row.experiGroupId, stuId: row.stuId, inspectionId: row.inspectionId },
  mark,
  rows: [row],
})

/** All results that the filters above select, including those of students who submitted nothing. */
export function Roster({ lesson, narrow, onOpen, onHistory }: Props) {
  const { canEdit } = useBench()
  const { sessionId, ask } = lesson
  const { list, reload } = lesson.all
  const view = useView(list)
  const tracks = useMemo(() => tracksOf(rosterColumns), [])
  const width = widthOf(rosterColumns)
  const actions = useMemo<RosterActions>(
    () => ({ open: onOpen, history: onHistory, mark: (row, mark) => ask(askedOf(row, mark)) }),
    [onOpen, onHistory, ask],
  )
  const renderRow = useCallback(
    (id: string) =>
      narrow ? (
        <RosterCard id={id} list={list} actions={actions} />
      ) : (
        <RosterLine id={id} list={list} columns={rosterColumns} tracks={tracks} actions={actions} />
      ),
    [narrow, list, tracks, actions],
  )
  const rows = rowsOf(list)
  const [first] = rows
  const many = (mark: MarkKind) => {
    if (first) ask({ title: '批量登记', place: { courseId: first.courseId, experiGroupId: sessionId }, mark, rows })
  }
  const isOff = sessionId === '' || rows.length === 0
  const button = (title: string, mark: MarkKind) => (
    <Tooltip title={sessionId === '' ? '请先在筛选中选择场次' : undefined}>
      <Button size="small" disabled={isOff} onClick={() => many(mark)}>
        {title}
      </Button>
    </Tooltip>
  )
  return (
    <div className="live-list">
      <div className="roster-bar">
        <StateCounts counts={countStates(rows)} />
        <span className="live-gap" />
        {canEdit && button('其余评分', 'score')}
        {canEdit && button('登记缺席', 'absent')}
        {canEdit && button('缺席记分', 'absentScore')}
      </div>
      <VirtualRows
        ids={view.ids}
        label="全部结果"
        rowHeight={narrow ? 132 : 46}
        {...(narrow ? {} : { width })}
        head={narrow ? undefined : <HeadLine columns={rosterColumns} width={width} tracks={tracks} />}
        headHeight={narrow ? 0 : 40}
        empty={<ListEmpty view={view} none="这里还没有考察结果：初始化考察结果后，每个有座位的学生各有一行" retry={reload} />}
        renderRow={renderRow}
      />
      {view.total > view.ids.length && view.ids.length > 0 && (
        <p className="live-more live-faint">
          共 {view.total} 条，这里是前 {view.ids.length} 条；选择场次可看全
        </p>
      )}
    </div>
  )
}
