import { ClockCircleOutlined, EnvironmentOutlined, TeamOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import { Link, useNavigate } from 'react-router-dom'
import { recordPath, useCurrentUser } from '../../../engine/client/index.ts'
import { YES } from '../../../schemas/teaching/yes-no.ts'
import type { DayLesson } from '../../dashboard/teaching-day.ts'
import { isPlain } from '../shell/plain-click.ts'
import { hoursOf, lessonPhaseOf, sessionAddress, type LessonPhase } from './places.ts'

const phases: Readonly<Record<LessonPhase, { readonly words: string; readonly colour: string }>> = {
  before: { words: '未开始', colour: 'default' },
  now: { words: '进行中', colour: 'green' },
  after: { words: '已结束', colour: 'blue' },
}

interface Props {
  readonly lesson: DayLesson
  readonly now: number
}

/** A lesson of today with a link to its workbench. */
export function LessonRow({ lesson, now }: Props) {
  const user = useCurrentUser()
  const navigate = useNavigate()
  const phase = phases[lessonPhaseOf(lesson, now)]
  const bench = sessionAddress(user.entityPath('inspectionWorkbench'), lesson)
  const own = recordPath(user, 'session', lesson.experiGroupId)
  const hasResults = lesson.haveInspect === YES
  return (
    <li className="home-lesson">
      <div className="home-lesson-time">
        <strong>{hoursOf(lesson.startTime, lesson.endTime)}</strong>
        <Tag color={phase.colour}>{phase.words}</Tag>
      </div>
      <div className="home-lesson-what">
        <strong>
          {own ? <Link to={own}>{`${lesson.experiName} · ${lesson.groupName}`}</Link> : `${lesson.experiName} · ${lesson.groupName}`}
        </strong>
        <span>{lesson.courseTitle}</span>
        <span className="home-facts">
          <span>
            <EnvironmentOutlined /> {lesson.address ?? '未定地点'}
          </span>
          <span>
            <TeamOutlined /> {lesson.people} 人
          </span>
          {!hasResults && (
            <span>
              <ClockCircleOutlined /> 考察结果未初始化
            </span>
          )}
        </span>
      </div>
      <div className="home-lesson-ways">
        <Button
          href={sessionAddress(user.entityPath('seat'), lesson)}
          onClick={(event) => isPlain(event) && void navigate(sessionAddress(user.entityPath('seat'), lesson))}
        >
          座位
        </Button>
        <Button type="primary" href={bench} onClick={(event) => isPlain(event) && void navigate(bench)}>
          工作台
        </Button>
      </div>
    </li>
  )
}
