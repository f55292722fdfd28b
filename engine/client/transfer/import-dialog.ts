import { lazyPart } from '../../browser/lazy-part.tsx'
import { MissingWindow } from '../../browser/Missing.tsx'

/** The dialog that imports a file, loaded when it is first opened. */
export const LazyImportDialog = lazyPart(() => import('./ImportDialog.tsx').then((file) => file.ImportDialog), MissingWindow)
