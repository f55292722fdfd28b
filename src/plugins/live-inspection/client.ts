/** The workbench, as a chunk of its own. */
export const loadWorkbench = () => import('./client/bench/Workbench.tsx').then((file) => file.Workbench)
