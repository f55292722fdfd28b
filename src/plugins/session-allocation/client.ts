/** The panel above the list of sessions, as a separate chunk. */
export const loadAllocationPanel = () => import('./client/AllocationPanel.tsx').then((file) => file.AllocationPanel)
