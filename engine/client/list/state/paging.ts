import type { PaginationProps } from 'antd'
import type { ListRows } from './use-list-rows.ts'
import type { ListModel } from '../../model/list-model.ts'
import type { ListState } from '../../model/list-state.ts'
import { pageTurn } from '../../parts/page-turn.ts'
import type { ChangeList } from './use-list-state.ts'

interface Pages {
  readonly data: ListRows
  readonly state: ListState
  readonly model: ListModel
  readonly change: ChangeList
}

/** The current page of a list, and how to turn to another. */
export function pagingOf({ data: { page }, state, model, change }: Pages): PaginationProps {
  return {
    current: state.page,
    pageSize: state.size,
    total: page?.total ?? 0,
    pageSizeOptions: model.pageSizes.map(String),
    itemRender: pageTurn,
    showTotal: (total) => (page?.more ? `超过 ${total} 条` : `共 ${total} 条`),
    onChange: (to, size) => change({ to: 'page', page: to, size }),
  }
}
