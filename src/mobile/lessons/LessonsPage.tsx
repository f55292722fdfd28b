/** @jsxImportSource preact */
import type { StudentStores } from '../student-stores.ts'
import { useValue } from '../observable.ts'
import type { OutboxState } from '../outbox/kept-entries.ts'
import { jobOf, outboxPhotos } from '../outbox/outbox.ts'
import { useNow } from '../parts/use-now.ts'
import { inOrder, isWaiting, whenOf, type Item, type Lesson, type Phase } from './lesson.ts'
import { StateTag } from './StateTag.tsx'
import './lessons.css'

const phases: readonly (readonly [Phase, string])[] = [
  ['now', '正在进行'],
  ['later', '即将开始'],
  ['over', '已结束'],
]

/** A few words about what is still on this telephone. */
function unsentOf(outbox: OutboxState, id: string): string | undefined {
  const job = jobOf(outbox, id, 'submit')
  if (job) return job.problem ? '发送失败' : '待发送'
  const count = outboxPhotos(outbox, id).length
  return count ? `${count} 张照片未提交` : undefined
}

function ItemRow({ item, outbox, onOpen }: { readonly item: Item; readonly outbox: OutboxState; onOpen(): void }) {
  const unsent = unsentOf(outbox, item.id)
  return (
    <li>
      <button type="button" className="item" onClick={onOpen}>
        <span className="item-name">
          {item.inspectName}
          {unsent && <em>{unsent}</em>}
          {isWaiting(item.help) && <em>{item.help.takerName ? `${item.help.takerName} 正在赶来` : '等待帮助'}</em>}
          {item.comment && <small>{item.comment}</small>}
        </span>
        {item.score !== null && item.score !== undefined && (
          <strong className="score">
            {item.score}
            <small>分</small>
          </strong>
        )}
        <StateTag item={item} />
        <span aria-hidden="true" className="arrow">
          ›
        </span>
      </button>
    </li>
  )
}

function Fact({ label, value }: { readonly label: string; readonly value: string | number | null | undefined }) {
  return (
    <div className="fact">
      <dt>{label}</dt>
      <dd>{value === null || value === undefined || value === '' ? '未安排' : value}</dd>
    </div>
  )
}

const deviceOf = ({ facilityName, facilityNum }: Lesson): string => [facilityName, facilityNum].filter(Boolean).join(' ')

function LessonCard({ lesson, outbox, onOpen }: { readonly lesson: Lesson; readonly outbox: OutboxState; onOpen(id: string): void }) {
  return (
    <article className="card" aria-label={`${lesson.experiName} ${lesson.groupName}`}>
      <h3>{lesson.experiName}</h3>
      <p className="dim">
        {lesson.courseTitle} · {lesson.groupName}
      </p>
      <p className="when">
        {whenOf(lesson)}
        {lesson.groupTime && <span className="dim"> {lesson.groupTime}</span>}
      </p>
      <dl className="facts">
        <Fact label="座位号" value={lesson.seatnum} />
        <Fact label="组座位号" value={lesson.groupSeatNum} />
        <Fact label="套件号" value={lesson.tjh} />
        <Fact label="设备" value={deviceOf(lesson)} />
        <Fact label="地址" value={lesson.address} />
      </dl>
      {lesson.items.length === 0 ? (
        <p className="dim">教师尚未开放考察项</p>
      ) : (
        <ul className="items">
          {lesson.items.map((item) => (
            <ItemRow key={item.id} item={item} outbox={outbox} onOpen={() => onOpen(item.id)} />
          ))}
        </ul>
      )}
    </article>
  )
}

/** My sessions: where to sit, when, with what, and the state of each item. */
export function LessonsPage({ stores, onOpen }: { readonly stores: StudentStores; onOpen(id: string): void }) {
  const { lessons, problem, readAt, clockAhead } = useValue(stores.lessons.state)
  const outbox = useValue(stores.outbox.state)
  const now = useNow(30_000) + clockAhead
  const again = (
    <button type="button" className="wide" onClick={() => void stores.lessons.refresh().catch(() => undefined)}>
      重试
    </button>
  )
  if (!lessons)
    return (
      <main className="page">
        {problem ? (
          <>
            <p className="notice bad" role="alert">
              {problem}
            </p>
            {again}
          </>
        ) : (
          <p className="loading">加载中…</p>
        )}
      </main>
    )
  const ordered = inOrder(lessons, now)
  return (
    <main className="page">
      {problem && readAt && (
        <p className="notice" role="status">
          {problem}。以下为 {new Date(readAt).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit' })} 的内容。
        </p>
      )}
      {lessons.length === 0 && (
        <div className="empty">
          <p>还没有安排您的实验场次</p>
          <p className="dim">教师分配场次和座位后会显示在这里</p>
          {again}
        </div>
      )}
      {phases
        .filter(([phase]) => ordered[phase].length > 0)
        .map(([phase, title]) => (
          <section key={phase}>
            <h2>{title}</h2>
            {ordered[phase].map((lesson) => (
              <LessonCard key={lesson.experiGroupId} lesson={lesson} outbox={outbox} onOpen={onOpen} />
            ))}
          </section>
        ))}
    </main>
  )
}
