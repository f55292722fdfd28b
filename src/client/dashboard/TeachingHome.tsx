import { Link } from 'react-router-dom'
import { useCurrentUser } from '../../../engine/client/index.ts'
import type { DayLesson, TeachingDay } from '../../dashboard/teaching-day.ts'
import { LessonRow } from './LessonRow.tsx'
import { DashboardPanel } from './DashboardPanel.tsx'
import { dayOf, hoursOf, sessionAddress, waitedSince } from './places.ts'
import { QuickLinks } from './QuickLinks.tsx'
import { useCurrentTime } from './use-current-time.ts'
import { useTeachingDay } from './use-teaching-day.ts'
import './home.css'

function nextWords(coming: readonly DayLesson[]): string {
  const [next] = coming
  return next
    ? `今天没有课，下一次是 ${dayOf(next.startTime)} ${hoursOf(next.startTime, next.endTime)}。`
    : '今天没有课，接下来七天也没有。'
}

/** For people who plan sessions. */
function PlanLink() {
  const { permissions, entityPath } = useCurrentUser()
  return permissions.has('teaching:session:add') ? <Link to={entityPath('session')}>去安排场次</Link> : null
}

function Coming({ lessons }: { readonly lessons: readonly DayLesson[] }) {
  const { entityPath } = useCurrentUser()
  const days = [...Map.groupBy(lessons, ({ startTime }) => startTime.slice(0, 10))]
  return (
    <div className="home-days">
      {days.map(([day, those]) => (
        <section key={day}>
          <h3>{dayOf(day)}</h3>
          <ul>
            {those.map((lesson) => (
              <li key={lesson.experiGroupId}>
                <Link to={sessionAddress(entityPath('seat'), lesson)}>
                  {hoursOf(lesson.startTime, lesson.endTime)} {lesson.experiName} · {lesson.groupName}
                </Link>
                <span>
                  {lesson.courseTitle} · {lesson.address ?? '未定地点'} · {lesson.people} 人
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Unmarked({ unmarked }: Pick<TeachingDay, 'unmarked'>) {
  const { entityPath } = useCurrentUser()
  return (
    <ul className="home-rows">
      {unmarked.places.map((place) => (
        <li key={place.experiGroupId}>
          <Link to={sessionAddress(entityPath('inspectionWorkbench'), place)}>
            {place.experiName} · {place.groupName}
          </Link>
          <span>
            {place.courseTitle}
            {place.since && `，最早的交于 ${place.since.slice(5, 16)}`}
          </span>
          <strong>{place.count} 份</strong>
        </li>
      ))}
    </ul>
  )
}

function Help({ help, now }: Pick<TeachingDay, 'help'> & { readonly now: number }) {
  const { entityPath } = useCurrentUser()
  return (
    <ul className="home-rows">
      {help.requests.map((request) => (
        <li key={request.id}>
          <Link to={`${sessionAddress(entityPath('inspectionWorkbench'), request)}&tab=2`}>
            {request.realname}
            {request.groupSeatNum && `（${request.groupSeatNum}）`}
          </Link>
          <span>{[request.experiName, request.inspectName, request.content].filter(Boolean).join(' · ')}</span>
          <strong>{request.takerName ? `${request.takerName}处理中` : waitedSince(request.createTime, now)}</strong>
        </li>
      ))}
    </ul>
  )
}

/** The day of a teacher or an assistant. */
export function TeachingHome() {
  const { data, error, isLoading, mutate } = useTeachingDay()
  const now = useCurrentTime()
  const state = { loading: isLoading, error: data ? undefined : error, onRetry: () => void mutate() }
  return (
    <div className="home-grid">
      <div className="home-column">
        <DashboardPanel
          {...state}
          title="今天的课"
          count={data?.lessons.length}
          empty={
            data?.lessons.length === 0 && (
              <>
                {nextWords(data.coming)} <PlanLink />
              </>
            )
          }
        >
          <ul className="home-lessons">
            {data?.lessons.map((lesson) => (
              <LessonRow key={lesson.experiGroupId} lesson={lesson} now={now} />
            ))}
          </ul>
        </DashboardPanel>
        <DashboardPanel {...state} title="未评分" count={data?.unmarked.total} empty={data?.unmarked.total === 0 && '交上来的都评完了。'}>
          {data && <Unmarked unmarked={data.unmarked} />}
        </DashboardPanel>
        <DashboardPanel title="快捷入口" loading={false}>
          <QuickLinks />
        </DashboardPanel>
      </div>
      <div className="home-column">
        <DashboardPanel
          {...state}
          title="等待帮助"
          count={data?.help.total}
          urgent
          empty={data?.help.total === 0 && '没有人在等。学生求助时，这里马上出现。'}
        >
          {data && <Help help={data.help} now={now} />}
        </DashboardPanel>
        <DashboardPanel
          {...state}
          title="接下来七天"
          count={data?.coming.length}
          empty={
            data?.coming.length === 0 && (
              <>
                还没有安排。 <PlanLink />
              </>
            )
          }
        >
          {data && <Coming lessons={data.coming} />}
        </DashboardPanel>
      </div>
    </div>
  )
}
