/** The panel above the list of sessions, as a chunk of its own. */
export const loadAllocationPanel = () => import('./AllocationPanel.tsx').then((file) => file.AllocationPanel)
