import { Empty, Input, Modal, Tag, type InputRef } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import useSWR from 'swr'
import { clearable } from '../../../../../engine/client/index.ts'
import { calls } from '../state/calls.ts'
import { isComposing } from '../../shared/bindings.ts'
import { loadPinyin } from '../../../../load-pinyin.ts'
import { byCharacters, rankRemarks, recentMost, type Remark, type Uses } from './rank.ts'
import { countUse, readUses } from './uses-store.ts'
import '../keys/keys.css'
import './comments.css'

interface Props {
  readonly userId: string
  readonly inspectType: string | null | undefined
  onChoose(remark: Remark): void
  onClose(): void
}
const none: readonly Remark[] = []

/** Keys of the bank. While the window opens, the cursor is still in the score: keys meant for the bank must not land there. */
function useBankKeys(press: (event: KeyboardEvent) => void): void {
  const latest = useRef(press)
  latest.current = press
  useEffect(() => {
    const listen = (event: KeyboardEvent) => latest.current(event)
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
}

interface LinesProps {
  readonly remarks: readonly Remark[]
  readonly current: number
  /** Nothing is typed: digits choose, and recently used comments are marked. */
  readonly isAll: boolean
  readonly uses: Uses
  onHover(index: number): void
  onChoose(remark: Remark): void
}

function RemarkLines({ remarks, current, isAll, uses, onHover, onChoose }: LinesProps) {
  return remarks.map((remark, index) => (
    <div
      key={remark.id}
      role="option"
      aria-selected={index === current}
      className="live-remark"
      onMouseEnter={() => onHover(index)}
      onClick={() => onChoose(remark)}
    >
      <kbd>{isAll && index < 9 ? index + 1 : ''}</kbd>
      <span>{remark.comment}</span>
      {isAll && index < recentMost && uses.recent.includes(remark.id) && <Tag color="blue">最近</Tag>}
      <small className="live-faint">
        {remark.commentLeve} 级{uses.counts[remark.id] ? ` · 用过 ${uses.counts[remark.id]} 次` : ''}
      </small>
    </div>
  ))
}

/** The comment bank: filter by characters or pinyin; choose by arrows and Enter, or by digit while nothing is typed. */
export function CommentBank({ userId, inspectType, onChoose, onClose }: Props) {
  const [query, setQuery] = useState('')
  const [selectedIndex, setSelectedIndex] = useState(0)
  const { data: remarks } = useSWR(['remarks', inspectType ?? ''], async () => (await calls.remarks(inspectType)).records)
  const { data: answers } = useSWR('pinyin', async () => ({ by: await loadPinyin() }))
  const uses = useMemo(() => readUses(userId), [userId])
  const shown = rankRemarks(remarks ?? none, query, uses, answers?.by ?? byCharacters)
  const current = Math.min(selectedIndex, Math.max(0, shown.length - 1))
  const list = useRef<HTMLDivElement>(null)
  const input = useRef<InputRef>(null)
  useEffect(() => {
    // Braces, because some browsers return a promise, which is not a clean-up function.
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [current, query])
  const choose = (remark: Remark | undefined) => {
    if (!remark) return
    countUse(userId, remark.id)
    onChoose(remark)
  }
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'ArrowDown') setSelectedIndex(Math.min(current + 1, shown.length - 1))
    else if (event.key === 'ArrowUp') setSelectedIndex(Math.max(current - 1, 0))
    else if (event.key === 'Enter') choose(shown[current])
    else if (query === '' && /^[1-9]$/.test(event.key)) choose(shown[Number(event.key) - 1])
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  useBankKeys(press)
  return (
    <Modal
      open
      title="评语库"
      footer={null}
      width={560}
      onCancel={onClose}
      afterOpenChange={(open) => open && input.current?.focus()}
      className="live-bank"
    >
      <Input
        ref={input}
        autoFocus
        allowClear={clearable}
        aria-label="查找评语"
        placeholder="汉字、拼音或首字母，如 czgf"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
          setSelectedIndex(0)
        }}
      />
      <div ref={list} className="live-remarks" role="listbox" aria-label="评语">
        {shown.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={remarks ? '没有符合的评语' : '加载中…'} />}
        <RemarkLines remarks={shown} current={current} isAll={query === ''} uses={uses} onHover={setSelectedIndex} onChoose={choose} />
      </div>
    </Modal>
  )
}
