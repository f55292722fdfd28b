import { SearchOutlined } from '@ant-design/icons'
import { Input, Modal, Spin } from 'antd'
import { useId, useMemo, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import useSWR from 'swr'
import { api, clearable, recordPath, useLeave, useCurrentUser, useSettled } from '../../../../engine/client/index.ts'
import { useMenu } from '../menu-context.ts'
import { usePinyin } from '../use-pinyin.ts'
import { pageChoices, rowChoices, type FoundRows, type SearchChoice, type SearchGroup } from './found.ts'
import './search.css'

/** Words are looked for once they have not changed for so long (milliseconds). */
const PATIENCE = 200

function useFound(words: string) {
  const user = useCurrentUser()
  const menu = useMenu()
  const still = useSettled(words.trim(), PATIENCE)
  const matches = usePinyin(words)
  const { data, error, isLoading } = useSWR<readonly FoundRows[], Error>(
    still === '' ? null : ['/sys/search', still],
    () => api.get<readonly FoundRows[]>('/sys/search', { keyword: still }),
    { keepPreviousData: true },
  )
  const groups = useMemo((): SearchGroup[] => {
    const codes = [...user.permissions]
    const ways = {
      recordPath: (entity: string, id: string) => recordPath(user, entity, id),
      entityPath: user.entityPath,
      mayAdd: (entity: string) => codes.some((code) => code.endsWith(`:${entity}:add`)),
    }
    if (words.trim() === '') return []
    return [...pageChoices(menu, words, { ...ways, matches }), ...(still === '' ? [] : rowChoices(data ?? [], ways))]
  }, [user, menu, words, still, matches, data])
  return { groups, error, isBusy: isLoading || still !== words.trim() }
}

interface ListProps {
  readonly id: string
  readonly groups: readonly SearchGroup[]
  readonly chosen: SearchChoice | undefined
  optionId(choice: SearchChoice): string
  onHover(choice: SearchChoice): void
  onOpen(choice: SearchChoice): void
}

function Choices({ id, groups, chosen, optionId, onHover, onOpen }: ListProps) {
  return (
    <div id={id} role="listbox" aria-label="搜索结果" className="search-results">
      {groups.map((group) => (
        <div key={group.title} role="group" aria-label={group.title}>
          <div className="search-group" aria-hidden>
            {group.title}
          </div>
          {group.choices.map((choice) => (
            <div
              key={choice.key}
              id={optionId(choice)}
              role="option"
              aria-selected={choice === chosen}
              className="search-choice"
              onMouseMove={() => onHover(choice)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onOpen(choice)}
            >
              <span>{choice.label}</span>
              {choice.beside && <small>{choice.beside}</small>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** Pages and rows by a word, whole or in pinyin; arrows choose, Enter opens. */
export function SearchDialog({ onClose }: { onClose(): void }) {
  const navigate = useNavigate()
  const leave = useLeave()
  const id = useId()
  const [words, setWords] = useState('')
  const [selectedId, setSelectedId] = useState<string>()
  const { groups, error, isBusy } = useFound(words)
  const all = groups.flatMap(({ choices }) => choices)
  const chosen = all.find(({ key }) => key === selectedId) ?? all[0]
  const optionId = (choice: SearchChoice) => `${id}-${choice.key.replace(/\W+/g, '-')}`
  const open = (choice: SearchChoice) =>
    leave(() => {
      onClose()
      void navigate(choice.path, choice.adds ? { state: { adds: true } } : undefined)
    })
  const move = (steps: number) => {
    const next = all.at((all.findIndex((choice) => choice === chosen) + steps) % all.length)
    if (!next) return
    setSelectedId(next.key)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && chosen) open(chosen)
    else return
    event.preventDefault()
  }
  const nothing = error ? error.message : `没有找到“${words.trim()}”。可以试试全称、编号、拼音或首字母。`
  return (
    <Modal open title="全局搜索" footer={null} width={640} onCancel={onClose} className="search-dialog" destroyOnHidden>
      <Input
        autoFocus
        size="large"
        allowClear={clearable}
        maxLength={50}
        prefix={<SearchOutlined />}
        suffix={isBusy && words.trim() !== '' ? <Spin size="small" /> : <span />}
        placeholder="页面、课程、实验、学生……拼音和首字母也行"
        aria-label="全局搜索"
        role="combobox"
        aria-expanded={all.length > 0}
        aria-controls={id}
        aria-activedescendant={chosen && optionId(chosen)}
        value={words}
        onChange={(event) => {
          setWords(event.target.value)
          setSelectedId(undefined)
        }}
        onKeyDown={press}
      />
      {all.length > 0 ? (
        <Choices id={id} groups={groups} chosen={chosen} optionId={optionId} onHover={({ key }) => setSelectedId(key)} onOpen={open} />
      ) : (
        <p className="search-hint" role="status">
          {words.trim() === '' ? '输入名称查找页面和数据；↑ ↓ 选择，Enter 打开，Esc 关闭。' : isBusy ? '正在查找……' : nothing}
        </p>
      )}
    </Modal>
  )
}
