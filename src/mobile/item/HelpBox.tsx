/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks'
import type { StudentStores } from '../student-stores.ts'
import { momentOf } from '../../teaching/moment.ts'
import { isWaiting, type Help, type Item } from '../lessons/lesson.ts'
import { useValue } from '../observable.ts'
import { jobOf } from '../outbox/outbox.ts'
import { Sheet } from '../parts/Sheet.tsx'
import { useNow } from '../parts/use-now.ts'

const MOST = 100

function waitedOf(help: Help, now: number): string {
  const minutes = Math.max(0, Math.floor((now - momentOf(help.createTime)) / 60_000))
  return minutes === 0 ? '刚刚发出' : `已等待 ${minutes} 分钟`
}

const queueSentence = ({ takerName, ahead }: Help): string => {
  if (takerName) return `${takerName} 正在赶来`
  return ahead ? `前面还有 ${ahead} 人` : '您排在第一位'
}

/** The name of the bench mate who asked; undefined if it is the student's own call. */
const mateOf = (help: Help | null | undefined): string | undefined => help?.mateName ?? undefined

/** How often to ask for the place in the queue: it changes because of other students, so this student gets no event. */
const ASK_EVERY = 20_000

function Waiting({ stores, help }: { readonly stores: StudentStores; readonly help: Help }) {
  const { clockAhead } = useValue(stores.lessons.state)
  const now = useNow(15_000) + clockAhead
  useEffect(() => {
    const timer = setInterval(() => void stores.lessons.refresh().catch(() => undefined), ASK_EVERY)
    return () => clearInterval(timer)
  }, [stores])
  return (
    <p className="help-state" role="status">
      <strong>{queueSentence(help)}</strong>
      <span className="dim">
        {mateOf(help) !== undefined && `${mateOf(help)} 的求助 · `}
        {waitedOf(help, now)}
      </span>
    </p>
  )
}

function Ask({ onAsk, onClose }: { onAsk(content: string): void; onClose(): void }) {
  const [content, setContent] = useState('')
  function handleSubmit(event: Event) {
    event.preventDefault()
    onAsk(content.trim())
  }
  return (
    <form onSubmit={handleSubmit}>
      <label htmlFor="help-content">需要什么帮助（可不填）</label>
      <textarea
        id="help-content"
        rows={2}
        maxLength={MOST}
        placeholder="例如：示波器没有波形"
        value={content}
        onInput={(event) => setContent(event.currentTarget.value)}
      />
      <div className="pair">
        <button type="button" onClick={onClose}>
          返回
        </button>
        <button type="submit" className="primary">
          发送求助
        </button>
      </div>
    </form>
  )
}

/** Asks before a call is taken back, because that affects the whole bench, and says whose call it is. */
function CancelSheet({ mate, onCancel, onClose }: { readonly mate: string | undefined; onCancel(): void; onClose(): void }) {
  return (
    <Sheet label="取消求助" onClose={onClose}>
      <h2>{mate === undefined ? '确定取消您的求助吗？' : `确定取消 ${mate} 的求助吗？`}</h2>
      <p className="dim">
        {mate === undefined ? '取消后老师不再过来，需要时可以重新求助。' : '这是同组同学发出的求助，取消后老师不再过来。'}
      </p>
      <button type="button" className="primary wide" autofocus onClick={onClose}>
        继续等待
      </button>
      <button type="button" className="bad wide" onClick={onCancel}>
        取消求助
      </button>
    </Sheet>
  )
}

/** Ask for help, see how long it takes, and take it back. */
export function HelpBox({ stores, item }: { readonly stores: StudentStores; readonly item: Item }) {
  const outbox = useValue(stores.outbox.state)
  const [isAsking, setAsking] = useState(false)
  const [isCancelling, setCancelling] = useState(false)
  const helpJob = jobOf(outbox, item.id, 'help')
  const cancelled = jobOf(outbox, item.id, 'cancelHelp')
  const isLeaving = cancelled !== undefined && cancelled.problem === undefined
  const isSending = helpJob !== undefined && helpJob.problem === undefined
  const problem = helpJob?.problem ?? cancelled?.problem
  const isOpen = isWaiting(item.help) && !isLeaving
  function ask(content: string) {
    setAsking(false)
    void stores.outbox.help(item.id, content)
  }
  function cancel() {
    setCancelling(false)
    void stores.outbox.cancelHelp(item.id)
  }
  return (
    <section className="card" aria-label="求助">
      <div className="beside">
        <h2>求助</h2>
        {(isOpen || isSending) && (
          <button type="button" className="bad" onClick={() => setCancelling(true)}>
            取消求助
          </button>
        )}
      </div>
      {isOpen && <Waiting stores={stores} help={item.help} />}
      {isSending && !isOpen && <p role="status">求助待发送，网络恢复后自动发送</p>}
      {isLeaving && <p role="status">正在取消求助…</p>}
      {problem && !isOpen && (
        <p className="notice bad" role="alert">
          {problem}
        </p>
      )}
      {!isOpen && !isSending && isAsking && <Ask onAsk={ask} onClose={() => setAsking(false)} />}
      {!isOpen && !isSending && !isAsking && (
        <button type="button" className="wide" disabled={isLeaving} onClick={() => setAsking(true)}>
          请求帮助
        </button>
      )}
      {isCancelling && (isOpen || isSending) && (
        <CancelSheet mate={isOpen ? mateOf(item.help) : undefined} onCancel={cancel} onClose={() => setCancelling(false)} />
      )}
    </section>
  )
}
