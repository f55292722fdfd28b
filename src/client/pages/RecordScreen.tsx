import { useCallback, type ComponentType } from 'react'
import { useLocation } from 'react-router-dom'
import { RecordPage } from '../../../engine/client/index.ts'
import type { AnyEntity } from '../../../engine/schema/index.ts'
import { usePlaceName } from '../shell/place-name.ts'
import { idIn } from './record-address.ts'
import { StatusPage } from './StatusPage.tsx'

const gone = '数据不存在或已被删除'

/** The page of one row of an entity: the row that the address names. */
export function toRecordScreen(entity: AnyEntity): ComponentType {
  return function RecordScreen() {
    const { pathname } = useLocation()
    const name = usePlaceName()
    const onTitle = useCallback((title: string) => name(pathname, title), [name, pathname])
    const id = idIn(pathname)
    return (
      <RecordPage
        entity={entity}
        id={id}
        onTitle={onTitle}
        whenTrouble={(status, message, retry) => {
          if (status === 404) return <StatusPage status={404} text={gone} />
          return status === 403 ? (
            <StatusPage status={403} permission={`${entity.domain}:${entity.name}:view`} />
          ) : (
            <StatusPage status={500} text={message} onRetry={retry} />
          )
        }}
      />
    )
  }
}
