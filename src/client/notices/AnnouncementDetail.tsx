import type { PanelProps } from '../../../engine/client/index.ts'
import { AnnouncementFrame } from './AnnouncementFrame.tsx'

/** The window that shows an announcement, from the list of its writers and from that of its readers. */
export function AnnouncementDetail({ entity, row }: PanelProps) {
  return (
    <AnnouncementFrame id={String(row?.id ?? '')} title={String(row?.['titile'] ?? '')} isReader={entity.name === 'receivedAnnouncement'} />
  )
}
