import type { ComponentType } from 'react'
import { loadPart, type PanelProps } from '../../../engine/client/index.ts'
import { loadAllocationPanel } from '../../plugins/session-allocation/client.ts'

type Loader = () => Promise<ComponentType<PanelProps>>

/** Hand-written panels by the name that schemas give them. */
const panels: Readonly<Record<string, Loader | undefined>> = {
  sessionAllocation: loadAllocationPanel,
  sessionSeats: () => import('../../plugins/seats/client/SessionSeats.tsx').then((file) => file.SessionSeats),
  seatSetup: () => import('../../plugins/seats/client/SeatSetup.tsx').then((file) => file.SeatSetup),
  seatsSetup: () => import('../../plugins/seats/client/SeatsSetup.tsx').then((file) => file.SeatsSetup),
  seatMap: () => import('../../plugins/seats/client/SeatMap.tsx').then((file) => file.SeatMap),
}

/** A panel by name, loaded when it is first shown. */
export async function loadPanel(name: string): Promise<ComponentType<PanelProps>> {
  const load = panels[name]
  if (!load) throw new Error(`no panel ${name}`)
  return loadPart(load)
}
