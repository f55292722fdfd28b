import { SearchOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart, MissingWindow } from '../../../../engine/client/index.ts'

const SearchDialog = lazyPart(() => import('./SearchDialog.tsx').then((file) => file.SearchDialog), MissingWindow)
const PageKeys = lazyPart(() => import('./PageKeys.tsx').then((file) => file.PageKeys), MissingWindow)

/** The workbench has its own keys, including `?`. */
const OWN_KEYS = 'screen:inspectionWorkbench'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable=true], [role=combobox]') !== null

/** The search over everything, with its button and Ctrl+K, and the keys of the page, shown with `?`. */
export function GlobalSearch({ screen }: { readonly screen: string | undefined }) {
  const [shown, setShown] = useState<'search' | 'keys'>()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented) return
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') setShown('search')
      else if ((event.key === '?' || event.key === '？') && !isTyping(event.target) && screen !== OWN_KEYS) setShown('keys')
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [screen])
  const close = () => setShown(undefined)
  return (
    <>
      <Tooltip title="全局搜索 (Ctrl+K)">
        <Button
          type="text"
          icon={<SearchOutlined />}
          aria-label="全局搜索"
          aria-keyshortcuts="Control+K"
          onClick={() => setShown('search')}
        />
      </Tooltip>
      <Suspense>
        {shown === 'search' && <SearchDialog onClose={close} />}
        {shown === 'keys' && <PageKeys screen={screen} onClose={close} />}
      </Suspense>
    </>
  )
}
