import { Segmented } from 'antd'
import { useSyncExternalStore } from 'react'
import type { MarkOrder } from '../state/mark-order.ts'
import { useBench } from '../state/bench-context.ts'

const options: readonly { readonly value: MarkOrder; readonly label: string; readonly title: string }[] = [
  { value: 'item', label: '按考察项', title: '评完一个考察项再评下一个，先提交的先评 (O)' },
  { value: 'student', label: '按学生', title: '评完一个学生的各考察项再评下一个，按学号 (O)' },
]

/** The order of marking: it sorts the list and decides what comes next. */
export function OrderSwitch() {
  const { order } = useBench()
  const value = useSyncExternalStore(order.watch, order.get)
  return <Segmented<MarkOrder> size="small" aria-label="评分顺序" value={value} options={[...options]} onChange={order.set} />
}
