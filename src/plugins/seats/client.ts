import { panelOf } from '../../../engine/client/index.ts'

/** The panels of the seats, each as a separate chunk. */
export const loadSessionSeats = () => import('./client/SessionSeats.tsx').then((file) => panelOf('session', file.SessionSeats))
export const loadSeatSetup = () => import('./client/SeatSetup.tsx').then((file) => panelOf('session', file.SeatSetup))
export const loadSeatsSetup = () => import('./client/SeatsSetup.tsx').then((file) => panelOf('session', file.SeatsSetup))
export const loadSeatMap = () => import('./client/SeatMap.tsx').then((file) => panelOf('session', file.SeatMap))
