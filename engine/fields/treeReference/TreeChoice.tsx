import { TreeSelect } from 'antd'
import { useState, type ReactNode } from 'react'
import useSWR from 'swr'
import { api } from '../../browser/api.ts'
import { useEntity } from '../../browser/use-entity.ts'
import type { FieldOf } from '../contract.ts'
import { messages } from '../messages.ts'
import { useTexts } from '../parts/use-options.ts'

interface TreeNode {
  readonly value: string
  readonly title: string
  readonly children?: TreeNode[]
}

interface Shown {
  readonly value: string
  readonly label?: ReactNode
}

interface Props {
  readonly id: string
  readonly field: FieldOf<'treeReference'>
  readonly value: unknown
  readonly text?: string
  readonly disabled?: boolean
  onChange(value: string | undefined): void
  onBlur?(): void
}

/** A place in another entity's tree, which is loaded when the list is first opened. */
export function TreeChoice({ id, field, value, text, disabled, onChange, onBlur }: Props) {
  const [opened, setOpened] = useState(false)
  const { entity } = useEntity(field.to)
  const url = entity && `${entity.endpoints.base}/tree`
  const { data, isLoading } = useSWR(opened && url ? [url] : null, ([path]) => api.get<TreeNode[]>(path))
  const current = typeof value === 'string' && value !== '' ? value : undefined
  const { texts, absent } = useTexts(field, current && !text ? [current] : [])
  return (
    <TreeSelect
      id={id}
      style={{ width: '100%' }}
      labelInValue
      allowClear
      showSearch
      treeNodeFilterProp="title"
      treeDefaultExpandedKeys={current ? [current] : undefined}
      placeholder={`请选择${field.label}`}
      disabled={disabled}
      loading={isLoading}
      treeData={data ?? []}
      value={
        current === undefined
          ? undefined
          : { value: current, label: titleOf(data, current) ?? text ?? texts.get(current) ?? absent ?? messages.loading }
      }
      onOpenChange={(open) => open && setOpened(true)}
      onChange={(next: Shown | undefined) => onChange(next?.value)}
      onBlur={onBlur}
    />
  )
}

function titleOf(nodes: readonly TreeNode[] | undefined, value: string): string | undefined {
  for (const node of nodes ?? []) {
    const title = node.value === value ? node.title : titleOf(node.children, value)
    if (title !== undefined) return title
  }
  return undefined
}
