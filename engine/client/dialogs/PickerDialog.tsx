import { Alert, App, Modal, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import type { AnyEntity, ToolSpec } from '../../schema/index.ts'
import { addressOf, makeCall } from '../calls.ts'
import type { ListComponent } from '../list/list-props.ts'
import type { Filters } from '../list/list-state.ts'
import { useSelectionSize } from '../list/SelectionBar.tsx'
import { createSelection } from '../list/selection.ts'
import { sentenceOf } from '../list/useAct.ts'
import { useEntity } from './useEntity.ts'

type PickTool = Extract<ToolSpec, { does: 'pick' }>
interface Props {
  readonly entity: AnyEntity
  readonly tool: PickTool
  /** The page's filters, from which the call and the picker's list are given values. */
  readonly filters: Filters
  /** How many may be chosen, where something limits them. */
  readonly room?: number
  readonly reload: () => void
  readonly List: ListComponent
  close(): void
}

function taken(map: PickTool['with'], filters: Filters): Record<string, Filters[string]> {
  return Object.fromEntries(Object.entries(map ?? {}).map(([to, from]) => [to, filters[from]]))
}

/** The param that carries the chosen ids: the one that nothing else fills. */
export function idParam(entity: AnyEntity, tool: PickTool): string {
  const params = Object.keys(entity.calls?.[tool.call]?.params ?? {})
  if (params.includes('ids')) return 'ids'
  return params.find((key) => !(key in (tool.with ?? {}))) ?? 'ids'
}

/** Choose rows of another list and send their ids to a call of this entity. */
export function PickerDialog({ entity, tool, filters, room, reload, List, close }: Props) {
  const { message } = App.useApp()
  const { entity: other, error } = useEntity(tool.entity)
  const selection = useMemo(() => createSelection(), [])
  const count = useSelectionSize(selection)
  const [busy, setBusy] = useState(false)
  const narrow = useMemo(() => taken(tool.narrow, filters), [tool, filters])
  const pick = useMemo(
    () => ({ selection, single: !tool.multiple, url: tool.through && addressOf(entity, tool.through).url }),
    [selection, tool, entity],
  )
  const tooMany = room !== undefined && count > room ? tool.tooMany : undefined
  const confirm = async () => {
    const ids = [...selection.current().keys()]
    if (ids.length === 0) return void message.warning('请选择一条记录！')
    if (tooMany) return void message.warning(tooMany)
    setBusy(true)
    try {
      const answer = await makeCall(entity, tool.call, { ...taken(tool.with, filters), [idParam(entity, tool)]: ids.join(',') })
      void message.success(entity.calls?.[tool.call]?.success ?? answer.message)
      reload()
      close()
    } catch (refusal) {
      void message.warning(sentenceOf(refusal))
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={tool.label}
      width="min(960px, 100vw)"
      styles={{ body: { paddingBlockStart: 8 } }}
      okText={tool.multiple && count > 0 ? `确定（${count}）` : '确定'}
      confirmLoading={busy}
      onOk={() => void confirm()}
      onCancel={close}
    >
      {error && <Alert type="warning" message={error.message} showIcon />}
      {!error && !other && <Skeleton active />}
      {tooMany && <Alert type="error" message={tooMany} showIcon role="alert" style={{ marginBottom: 12 }} />}
      {other && <List entity={other} listName={tool.list} place="inside" fixed={narrow} pick={pick} />}
    </Modal>
  )
}
