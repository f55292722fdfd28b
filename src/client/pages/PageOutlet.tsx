import { createElement, Suspense, useState } from 'react'
import { PageOutline } from '../Outline.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import { forgetPage, pageOf } from './screens.tsx'
import { StatusPage } from './StatusPage.tsx'

interface Props {
  /** Such as `entity:course`; undefined when the address is no page of this user. */
  readonly screen: string | undefined
  /** The permission that the user would need to see a page there. */
  readonly lacks: string | undefined
  readonly pathname: string
  /** Changes when the page must start afresh. */
  readonly round: number
}

/** The page of the current address, loaded when first opened. */
export function PageOutlet({ screen, lacks, pathname, round }: Props) {
  const [tries, setTries] = useState(0)
  if (!screen) {
    const isRefused = pathname === '/403' || lacks !== undefined
    return <StatusPage status={isRefused ? 403 : pathname === '/500' ? 500 : 404} permission={lacks} />
  }
  const page = pageOf(screen)
  if (!page) return <StatusPage status={404} />
  const retry = () => {
    forgetPage(screen)
    setTries(tries + 1)
  }
  return (
    <PageBoundary key={pathname} onRetry={retry}>
      <Suspense fallback={<PageOutline />}>{createElement(page, { key: `${round}.${tries}` })}</Suspense>
    </PageBoundary>
  )
}
