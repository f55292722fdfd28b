import { Outline } from '../../engine/client/index.ts'
import { isMenuCollapsed } from './shell/remembered-menu.ts'
import './outline.css'

/** A page that is being loaded. */
export function PageOutline() {
  return (
    <div className="page-outline">
      <Outline />
    </div>
  )
}

/** The shell with nothing in it yet, each part where it will be. */
export function ShellOutline() {
  return (
    <div className="shell-outline" data-collapsed={isMenuCollapsed() || undefined}>
      <div className="shell-outline-side" />
      <div className="shell-outline-head" />
      <div className="shell-outline-page">
        <PageOutline />
      </div>
    </div>
  )
}
