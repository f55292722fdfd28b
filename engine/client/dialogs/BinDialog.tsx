import { singleClick } from '../parts/single-click.ts'
import { Button, Input, Modal, Space, Table } from 'antd'
import { useState } from 'react'
import useSWR from 'swr'
import { sharedField } from '../../fields/shared.ts'
import type { AnyEntity, WireRow } from '../../schema/index.ts'
import { codeOf } from '../access.ts'
import { api, send, type Params } from '../api.ts'
import { dataColumns } from '../list/table/columns.tsx'
import { fitColumns, widestTexts } from '../list/table/fit-columns.ts'
import { pageTurn } from '../parts/page-turn.ts'
import { idOf, labelOf, listModel, type ListModel } from '../model/list-model.ts'
import { ListStates } from '../list/rows/ListStates.tsx'
import { useAct } from '../list/actions/use-act.ts'
import { namesAndNumber } from '../question.tsx'
import { useSession } from '../session.tsx'

interface Props {
  readonly entity: AnyEntity
  readonly reload: () => void
  close(): void
}

/** Where the bin's calls are, with the names that a schema may give them. */
export function binCalls(entity: AnyEntity) {
  const { list = 'deleteList', restore = undefined, purge = undefined } = typeof entity.bin === 'object' ? entity.bin : {}
  const { base } = entity.endpoints
  const at = (path: string, ids: string) => `${base}/${path.replace(/\{\w+\}/, encodeURIComponent(ids))}`
  return {
    list: `${base}/${list}`,
    restore: (ids: string) => {
      const params = { [restore?.ids ?? 'ids']: ids }
      return send({ method: restore?.verb ?? 'PUT', url: at(restore?.path ?? 'restore', ids), params, data: params })
    },
    purge: (ids: string) => send({ method: 'DELETE', url: at(purge?.path ?? 'purge', ids), params: { [purge?.ids ?? 'ids']: ids } }),
  }
}

interface BinPage {
  readonly records: WireRow[]
  readonly total: number
}

/** The columns that a keyword is looked for in. */
const textsOf = (model: ListModel): string[] =>
  model.columns.filter(({ field }) => sharedField(field).words && !field.mask).map(({ key }) => key)

/** Any of the texts shown holds the keyword. */
function searchParams(texts: readonly string[], keyword: string): Params {
  if (!keyword) return {}
  const rules = texts.map((field) => ({ field, rule: 'like', val: keyword }))
  return { superQueryParams: JSON.stringify(rules), superQueryMatchType: 'or' }
}

/** Deleted rows: put back, or deleted for ever. */
export function BinDialog({ entity, reload, close }: Props) {
  const { permissions } = useSession()
  const act = useAct()
  const calls = binCalls(entity)
  const [chosen, setChosen] = useState<string[]>([])
  const [names] = useState(() => new Map<string, string>())
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState({ pageNo: 1, pageSize: 10 })
  const model = listModel(entity)
  const texts = textsOf(model)
  const query = { ...page, ...searchParams(texts, keyword) }
  const { data, error, isLoading, mutate } = useSWR<BinPage, Error>(
    [entity.name, calls.list, query],
    () => api.get<BinPage>(calls.list, query),
    { keepPreviousData: true },
  )
  for (const row of data?.records ?? []) names.set(idOf(entity, row), labelOf(entity, row))
  const change = async (work: (ids: string) => Promise<{ message: string }>, ids: readonly string[]) => {
    const answer = await work(ids.join(',')).finally(() => void mutate())
    setChosen([])
    setPage((now) => ({ ...now, pageNo: 1 }))
    reload()
    return answer.message
  }
  const restore = (ids: readonly string[]) => void act.run(() => change(calls.restore, ids))
  const purge = (ids: readonly string[]) => {
    const about = namesAndNumber(ids.map((id) => names.get(id) ?? ''))
    act.ask({ title: '确认删除', text: '彻底删除后不可恢复，确定删除吗?', about, destroys: true }, () => change(calls.purge, ids))
  }
  const canRestore = permissions.has(codeOf(entity, 'restore'))
  const canPurge = permissions.has(codeOf(entity, 'purge'))
  const content = widestTexts(model.columns, data?.records ?? [], new Map())
  const fit = fitColumns(model.columns, content, { entity, room: 0, taken: 0, padding: 16, sortable: false })
  const columns = dataColumns(fit.columns, { sort: model.sort, sortable: false, onResize: () => undefined })
  const search = (text: string) => {
    setKeyword(text.trim())
    setPage((now) => ({ ...now, pageNo: 1 }))
  }
  const buttons = (ids: readonly string[], kind: 'link' | 'default') => (
    <Space>
      {canRestore && (
        <Button type={kind} size="small" disabled={ids.length === 0} onClick={() => restore(ids)}>
          还原
        </Button>
      )}
      {canPurge && (
        <Button type={kind} size="small" danger disabled={ids.length === 0} onClick={() => purge(ids)}>
          彻底删除
        </Button>
      )}
    </Space>
  )
  return (
    <Modal open title={`${entity.title} - 回收站`} width="min(1000px, 100vw)" footer={null} onCancel={singleClick(close)}>
      <Space style={{ marginBottom: 12 }} wrap>
        {texts.length > 0 && <Input.Search allowClear placeholder="搜索" aria-label="搜索回收站" onSearch={search} />}
        {buttons(chosen, 'default')}
        {chosen.length > 0 && (
          <>
            <span>已选 {chosen.length} 条</span>
            <Button type="link" size="small" onClick={() => setChosen([])}>
              清空
            </Button>
          </>
        )}
      </Space>
      <Table<WireRow>
        size="small"
        rowKey={(row) => idOf(entity, row)}
        dataSource={error ? [] : data?.records}
        loading={isLoading}
        pagination={{
          current: page.pageNo,
          pageSize: page.pageSize,
          total: data?.total ?? 0,
          size: 'small',
          pageSizeOptions: [10, 20, 30],
          showSizeChanger: true,
          showQuickJumper: true,
          itemRender: pageTurn,
          showTotal: (total) => `共 ${total} 条`,
          onChange: (pageNo, pageSize) => setPage({ pageNo: pageSize === page.pageSize ? pageNo : 1, pageSize }),
        }}
        rowSelection={{ preserveSelectedRowKeys: true, selectedRowKeys: chosen, onChange: (keys) => setChosen(keys.map(String)) }}
        columns={[
          ...columns,
          { key: '_actions', title: '操作', fixed: 'right', width: 160, render: (_, row) => buttons([idOf(entity, row)], 'link') },
        ]}
        scroll={{ x: 'max-content', y: 420 }}
        locale={{ emptyText: <ListStates error={error} loading={isLoading} retry={() => void mutate()} /> }}
      />
    </Modal>
  )
}
