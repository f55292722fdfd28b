import type { WireRow } from '../../schema/index.ts'

/** What something beside an input may know and say. */
export interface BesideProps {
  values(): WireRow
  /** Show a sentence under a field, and put the cursor there. */
  tell(key: string, sentence: string): void
}
