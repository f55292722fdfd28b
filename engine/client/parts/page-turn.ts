import type { PaginationProps } from 'antd'
import { cloneElement, isValidElement } from 'react'

const names: Readonly<Record<string, string | undefined>> = {
  prev: '上一页',
  next: '下一页',
  'jump-prev': '向前 5 页',
  'jump-next': '向后 5 页',
}

/** The arrows of a pager with names for screen readers; antd puts the names only on the list entry around the button. */
export const pageTurn: PaginationProps['itemRender'] = (_page, kind, element) => {
  const name = names[kind]
  return name !== undefined && isValidElement<{ 'aria-label'?: string }>(element) ? cloneElement(element, { 'aria-label': name }) : element
}
