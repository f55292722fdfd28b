import { lazyPart } from '../../browser/lazy-part.tsx'
import { MissingInput } from '../../browser/Missing.tsx'

/** The filters of a list on a telephone, loaded only there. */
export const LazyFilterSheet = lazyPart(() => import('./FilterSheet.tsx').then((file) => file.FilterSheet), MissingInput)
