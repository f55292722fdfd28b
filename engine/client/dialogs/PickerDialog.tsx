import { singleClick } from '../parts/single-click.ts'
import { Alert, App, Button, Drawer, Empty, Flex, Form, Modal, Skeleton } from 'antd'
import { useId, useMemo, useState, type ReactNode } from 'react'
import { idsParam } from '../../schema/call-params.ts'
import type { AnyEntity, ToolSpec } from '../../schema/index.ts'
import { callAddress, makeCall } from '../calls.ts'
import { FilterInput } from '../filter/FilterInput.tsx'
import { missingParents, takenFrom } from '../model/asked-params.ts'
import { withFilter } from '../filter/filters.ts'
import { ChooseTable } from '../choose/ChooseTable.tsx'
import { ChosenRows } from '../choose/ChosenRows.tsx'
import '../choose/choose.css'
import type { EntityListProps } from '../list/state/list-props.ts'
import { labelOf } from '../model/list-model.ts'
import { isBlank, type Filters } from '../model/list-state.ts'
import { useSelectionSize } from '../list/rows/SelectionBar.tsx'
import { createSelection, type SelectionStore } from '../list/rows/selection.ts'
import { narrowingOf } from '../narrowing.ts'
import { tellRefusal } from '../../browser/refusal.ts'
import { useEntity } from '../../browser/use-entity.ts'

type PickTool = Extract<ToolSpec, { does: 'pick' }>
interface Props {
  readonly entity: AnyEntity
  readonly tool: PickTool
  /** The page's filters, which give values to the call and to the picker's list. */
  readonly filters: Filters
  /** How many may be chosen; undefined if there is no limit. */
  readonly room?: number
  readonly reload: () => void
  close(): void
}

/** The param that carries the chosen ids: the one that nothing else fills. */
const idParam = (entity: AnyEntity, tool: PickTool): string => idsParam(entity.calls?.[tool.call], Object.keys(tool.with ?? {}))

type Parents = ReturnType<typeof missingParents>

/** Asks what the chosen rows will belong to, if the page does not say it. */
function ParentChoice({ parents, values, onChange }: { parents: Parents; values: Filters; onChange(next: Filters): void }) {
  const id = useId()
  const fields = Object.fromEntries(parents.map(({ filter, field }) => [filter, field]))
  return (
    <Form component={false} colon={false} requiredMark>
      {parents.map(({ filter, field }) => (
        <Form.Item key={filter} label={field.label} htmlFor={`${id}-${filter}`} required>
          <FilterInput
            id={`${id}-${filter}`}
            field={field}
            range={false}
            value={values[filter]}
            narrowing={narrowingOf(field, values)}
            onChange={(value) => onChange(withFilter(values, { key: filter, value, fields }))}
          />
        </Form.Item>
      ))}
    </Form>
  )
}

interface Chosen {
  readonly selection: SelectionStore
  /** The page's filters and the parents chosen here. */
  readonly all: Filters
  /** The sentence to show while a parent is not chosen. */
  readonly missing: string | undefined
}

/** The page's filters and the parents chosen here. Another parent has other candidates, so changing it clears the selection. */
function useParents({ entity, tool, filters }: Props, selection: SelectionStore) {
  const [given, setGiven] = useState<Filters>({})
  const [parents] = useState(() => missingParents(entity, tool.call, tool.with, filters))
  const all = useMemo(() => ({ ...filters, ...given }), [filters, given])
  const missing = parents.find(({ filter }) => isBlank(all[filter]))?.sentence
  const choose = (next: Filters) => {
    setGiven(next)
    selection.change({ to: 'clear' })
  }
  return { parents, all, missing, choose }
}

interface CandidatesProps {
  readonly entity: AnyEntity
  readonly tool: PickTool
  readonly narrow: Filters
  readonly pick: NonNullable<EntityListProps['pick']>
}

/** The rows that may be chosen; where there is room for a tree, the chosen ones stand beside them. */
function Candidates({ entity, tool, narrow, pick }: CandidatesProps) {
  const table = <ChooseTable entity={entity} listName={tool.list} tree={tool.tree} narrowing={narrow} pick={pick} />
  if (!pick.beside) return table
  return (
    <div className="engine-choose">
      {table}
      <ChosenRows selection={pick.selection} nameOf={(id) => labelOf(entity, pick.selection.current().get(id) ?? {})} />
    </div>
  )
}

/** Sends the chosen ids to the call, or says why it cannot. */
function useConfirm({ entity, tool, room, reload, close }: Props, { selection, all, missing }: Chosen) {
  const app = App.useApp()
  const count = useSelectionSize(selection)
  const [busy, setBusy] = useState(false)
  const tooMany = room !== undefined && count > room ? tool.tooMany : undefined
  const confirm = async () => {
    const ids = [...selection.current().keys()]
    const problem = missing ?? (ids.length === 0 ? '请选择一条记录！' : tooMany)
    if (problem !== undefined) return void app.message.warning(problem)
    setBusy(true)
    try {
      const answer = await makeCall(entity, tool.call, { ...takenFrom(tool.with, all), [idParam(entity, tool)]: ids.join(',') })
      void app.message.success(entity.calls?.[tool.call]?.success ?? answer.message)
      reload()
      close()
    } catch (refusal) {
      tellRefusal(app, refusal, { kind: 'error' })
      setBusy(false)
    }
  }
  return { busy, tooMany, okText: tool.multiple && count > 0 ? `确定（${count}）` : '确定', confirm: () => void confirm() }
}

interface WindowProps {
  readonly tool: PickTool
  readonly okText: string
  readonly busy: boolean
  readonly children: ReactNode
  confirm(): void
  close(): void
}

/** A drawer or a modal, as the schema says. */
function PickWindow({ tool, okText, busy, children, confirm, close }: WindowProps) {
  const width = `min(${tool.tree ? 1200 : 800}px, 100vw)`
  if (tool.opensIn === 'drawer')
    return (
      <Drawer
        open
        title={tool.label}
        width={width}
        onClose={singleClick(close)}
        footer={
          <Flex justify="end" gap={8}>
            <Button onClick={close}>取消</Button>
            <Button type="primary" loading={busy} onClick={confirm}>
              {okText}
            </Button>
          </Flex>
        }
      >
        {children}
      </Drawer>
    )
  return (
    <Modal
      open
      title={tool.label}
      width={width}
      styles={{ body: { paddingBlockStart: 8 } }}
      okText={okText}
      confirmLoading={busy}
      onOk={confirm}
      onCancel={singleClick(close)}
    >
      {children}
    </Modal>
  )
}

/** Choose rows of another list and send their ids to a call of this entity. */
export function PickerDialog(props: Props) {
  const { entity, tool, close } = props
  const { entity: other, error } = useEntity(tool.entity)
  const selection = useMemo(() => createSelection(), [])
  const { parents, all, missing, choose } = useParents(props, selection)
  const { tooMany, ...ok } = useConfirm(props, { selection, all, missing })
  const narrow = useMemo(() => ({ ...tool.where, ...takenFrom(tool.narrow, all) }), [tool, all])
  const pick = useMemo(
    () => ({
      selection,
      single: !tool.multiple,
      beside: tool.tree && (true as const),
      url: tool.through && callAddress(entity, tool.through).url,
    }),
    [selection, tool, entity],
  )
  return (
    <PickWindow tool={tool} close={close} {...ok}>
      {error && <Alert type="warning" message={error.message} showIcon />}
      {!error && !other && <Skeleton active />}
      {tooMany && <Alert type="error" message={tooMany} showIcon role="alert" style={{ marginBottom: 12 }} />}
      {other && parents.length > 0 && <ParentChoice parents={parents} values={all} onChange={choose} />}
      {other && missing !== undefined && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={missing} />}
      {other && missing === undefined && <Candidates key={JSON.stringify(narrow)} entity={other} tool={tool} narrow={narrow} pick={pick} />}
    </PickWindow>
  )
}
