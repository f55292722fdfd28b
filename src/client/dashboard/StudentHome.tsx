import { Link } from 'react-router-dom'
import useSWR from 'swr'
import { api, useCurrentUser } from '../../../engine/client/index.ts'
import { DashboardPanel } from './DashboardPanel.tsx'
import { dayOf, hoursOf } from './places.ts'
import { lastScores, nextLesson, openItems, type OwnLesson } from './own-lessons.ts'
import { useCurrentTime } from './use-current-time.ts'
import './home.css'

const submitting = (
  <a href="/m" target="_blank" rel="noreferrer">
    去提交
  </a>
)

function Next({ lesson }: { readonly lesson: OwnLesson }) {
  const seat = lesson.groupSeatNum ?? lesson.seatnum
  return (
    <div className="home-next">
      <strong>
        {dayOf(lesson.startTime ?? '')} {hoursOf(lesson.startTime ?? '', lesson.endTime)}
      </strong>
      <span>
        {lesson.experiName} · {lesson.groupName}（{lesson.courseTitle}）
      </span>
      <dl>
        <div>
          <dt>地点</dt>
          <dd>{lesson.address ?? '未定'}</dd>
        </div>
        <div>
          <dt>座位</dt>
          <dd>{seat ?? '未排'}</dd>
        </div>
        <div>
          <dt>设备</dt>
          <dd>{lesson.facilityNum ?? '未定'}</dd>
        </div>
      </dl>
    </div>
  )
}

/** The home of a student: where to be next, what to hand in, what was marked. */
export function StudentHome() {
  const { entityPath } = useCurrentUser()
  const now = useCurrentTime()
  const { data, error, isLoading, mutate } = useSWR<readonly OwnLesson[], Error>('/inspect/bhInspectionResult/mySessions', (url: string) =>
    api.get<readonly OwnLesson[]>(url),
  )
  const state = { loading: isLoading, error: data ? undefined : error, onRetry: () => void mutate() }
  const lessons = data ?? []
  const [next, open, scores] = [nextLesson(lessons, now), openItems(lessons, now), lastScores(lessons)]
  return (
    <div className="home-grid">
      <div className="home-column">
        <DashboardPanel {...state} title="下一次课" empty={!next && '没有排好的课。老师分好场次后，这里会有时间、地点和座位。'}>
          {next && <Next lesson={next} />}
        </DashboardPanel>
        <DashboardPanel
          {...state}
          title="最近的成绩"
          extra={scores.length > 0 && <Link to={entityPath('inspectionResult/stuList')}>全部</Link>}
          empty={scores.length === 0 && '还没有成绩。老师评分后，这里会有分数和评语。'}
        >
          <ul className="home-rows">
            {scores.map(({ lesson, item }) => (
              <li key={item.id}>
                <span className="home-name">{item.inspectName}</span>
                <span>{[lesson.experiName, item.comment].filter(Boolean).join(' · ')}</span>
                <strong>{item.score === null || item.score === undefined ? '已评分' : `${item.score} 分`}</strong>
              </li>
            ))}
          </ul>
        </DashboardPanel>
      </div>
      <div className="home-column">
        <DashboardPanel
          {...state}
          title="待提交"
          count={open.length}
          extra={open.length > 0 && submitting}
          empty={open.length === 0 && '没有要交的。上课后，没交的考察项会列在这里。'}
        >
          <ul className="home-rows">
            {open.map(({ lesson, item }) => (
              <li key={item.id}>
                <span className="home-name">{item.inspectName}</span>
                <span>
                  {lesson.experiName} · {lesson.courseTitle}
                </span>
                <strong>未提交</strong>
              </li>
            ))}
          </ul>
        </DashboardPanel>
      </div>
    </div>
  )
}
