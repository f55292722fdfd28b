import { panelOf } from '../../../engine/client/index.ts'

/** The panels of the seats, each as a separate chunk. */
export const loadSessionSeats = () => import('./client/SessionSeats.tsx').then((file) => panelOf('session', file.SessionSeats))
export const loadSeatSetup = () => import('./client/SeatSetup.tsx').then((file) => panelOf('session', file.SeatSetup))
export const loadBatchSeatSetup = () => import('./client/BatchSeatSetup.tsx').then((file) => panelOf('session', file.BatchSeatSetup))
export const loadSeatMap = () => import('./client/SeatMap.tsx').then((file) => panelOf('session', file.SeatMap))
