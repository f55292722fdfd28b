import type { ComponentType } from 'react'
import './frame-page.css'

const allowed = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads'

/** A page that the menu names, of this server or another one. It runs as itself and reaches nothing of the page around it. */
export function toFrame(address: string): ComponentType {
  // With its own origin, a page of this server could reach out of its frame.
  const isOurs = new URL(address).origin === location.origin
  return function FramePage() {
    return (
      <iframe
        className="frame-page"
        title="内嵌页面"
        src={address}
        sandbox={isOurs ? allowed : `${allowed} allow-same-origin`}
        referrerPolicy="no-referrer"
      />
    )
  }
}
