import { SearchOutlined } from '@ant-design/icons'
import { Button, Input, Modal, Space, Table } from 'antd'
import { useMemo } from 'react'
import type { AnyEntity, WireRow } from '../../schema/index.ts'
import { codeOf } from '../access.ts'
import { ListStates } from '../list/rows/ListStates.tsx'
import { dataColumns, numberColumn } from '../list/table/columns.tsx'
import { fitColumns, widestTexts } from '../list/table/fit-columns.ts'
import { idOf, listModel, type ListModel } from '../model/list-model.ts'
import { pageTurn } from '../parts/page-turn.ts'
import { singleClick } from '../parts/single-click.ts'
import { useCurrentUser } from '../../browser/current-user.ts'
import { useBin } from './use-bin.ts'

interface Props {
  readonly entity: AnyEntity
  readonly reload: () => void
  close(): void
}
type Bin = ReturnType<typeof useBin>

interface ButtonsProps {
  readonly entity: AnyEntity
  readonly ids: readonly string[]
  readonly kind: 'link' | 'default'
  readonly bin: Bin
}

function BinButtons({ entity, ids, kind, bin }: ButtonsProps) {
  const { permissions } = useCurrentUser()
  return (
    <Space>
      {permissions.has(codeOf(entity, 'restore')) && (
        <Button type={kind} size="small" disabled={ids.length === 0} onClick={() => bin.restore(ids)}>
          还原
        </Button>
      )}
      {permissions.has(codeOf(entity, 'purge')) && (
        <Button type={kind} size="small" danger disabled={ids.length === 0} onClick={() => bin.purge(ids)}>
          彻底删除
        </Button>
      )}
    </Space>
  )
}

/** The list in the columns that the bin names, if it names any. */
function binModel(entity: AnyEntity): ListModel {
  const model = listModel(entity)
  const { columns: named, numbered = false } = typeof entity.bin === 'object' ? entity.bin : {}
  const all = [...model.columns, ...model.more]
  const columns = named?.flatMap((key) => all.find((column) => column.key === key) ?? []) ?? model.columns
  return { ...model, columns, numbered }
}

/** The columns, as wide as their content. */
function columnsOf(entity: AnyEntity, model: ListModel, rows: readonly WireRow[]) {
  const content = widestTexts(model.columns, rows, new Map())
  const fit = fitColumns(model.columns, content, { entity, room: 0, taken: 0, padding: 16, sortable: false })
  return dataColumns(fit.columns, { sort: model.sort, sortable: false, onResize: () => undefined })
}

/** Deleted rows, to restore or to delete for good. */
export function BinDialog({ entity, reload, close }: Props) {
  const model = useMemo(() => binModel(entity), [entity])
  const bin = useBin(entity, model, reload)
  const { data, error, isLoading, page, setPage, chosen, choose } = bin
  return (
    <Modal open title={`${entity.title} - 回收站`} width="min(1000px, 100vw)" footer={null} onCancel={singleClick(close)}>
      <Space style={{ marginBottom: 12 }} wrap>
        {bin.canSearch && (
          <Input.Search
            allowClear
            placeholder="搜索"
            aria-label="搜索回收站"
            enterButton={<Button aria-label="搜索" icon={<SearchOutlined />} />}
            onSearch={bin.search}
          />
        )}
        <BinButtons entity={entity} ids={chosen} kind="default" bin={bin} />
        {chosen.length > 0 && (
          <>
            <span>已选 {chosen.length} 条</span>
            <Button type="link" size="small" onClick={() => choose([])}>
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
        rowSelection={{ preserveSelectedRowKeys: true, selectedRowKeys: [...chosen], onChange: (keys) => choose(keys.map(String)) }}
        columns={[
          ...(model.numbered ? [numberColumn(page.pageNo, page.pageSize)] : []),
          ...columnsOf(entity, model, data?.records ?? []),
          {
            key: '_actions',
            title: '操作',
            fixed: 'right',
            width: 160,
            render: (_, row) => <BinButtons entity={entity} ids={[idOf(entity, row)]} kind="link" bin={bin} />,
          },
        ]}
        scroll={{ x: 'max-content', y: 420 }}
        locale={{ emptyText: <ListStates error={error} loading={isLoading} retry={bin.retry} /> }}
      />
    </Modal>
  )
}
