/** The panel above the list of sessions, as a chunk of its own. */
export const loadAllocationPanel = () => import('./client/AllocationPanel.tsx').then((file) => file.AllocationPanel)
