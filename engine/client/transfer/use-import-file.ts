import { App } from 'antd'
import { useState } from 'react'
import type { AnyEntity } from '../../schema/index.ts'
import { isBlank, type Filters, type FilterValue } from '../model/list-state.ts'
import { isWorkbook } from './import-state.ts'
import type { ImportActs } from './use-import.ts'

/** The file of an import and what the whole file belongs to, given by the page's filters or asked for here. */
export function useImportFile(entity: AnyEntity, filters: Filters, check: ImportActs['check']) {
  const { message } = App.useApp()
  const within = entity.import?.within
  const given = within === undefined ? undefined : filters[within]
  const [asked, setAsked] = useState<FilterValue>()
  /** A file that was chosen too early: it is checked as soon as the user says what it belongs to. */
  const [early, setEarly] = useState<File>()
  const value = isBlank(given) ? asked : given
  const params = within === undefined || value === undefined ? {} : { [within]: String(value) }
  return {
    params,
    early,
    asked,
    /** The field to ask for. */
    field: within === undefined || !isBlank(given) ? undefined : entity.fields[within],
    take: (file: File) => {
      if (!isWorkbook(file.name)) void message.warning('请选择 .xls 或 .xlsx 文件')
      else if (within !== undefined && isBlank(value)) setEarly(file)
      else check(file, params)
      return false
    },
    choose: (next: FilterValue | undefined) => {
      setAsked(next)
      if (early === undefined || within === undefined || isBlank(next)) return
      setEarly(undefined)
      check(early, { [within]: String(next) })
    },
  }
}
export type ImportFileState = ReturnType<typeof useImportFile>
