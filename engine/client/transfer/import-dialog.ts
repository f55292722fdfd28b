import { lazy } from 'react'

/** The dialog that imports a file, loaded when it is first opened. */
export const ImportDialog = lazy(() => import('./ImportDialog.tsx').then((file) => ({ default: file.ImportDialog })))
