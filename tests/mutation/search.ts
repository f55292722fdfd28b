import { mutationsIn } from './mutation.ts'

/** Faults in finding rows by what no index of a column leads to. */
export const searchMutations = [
  ...mutationsIn(
    'engine/server/tables/text-index.ts',
    ['tests/engine/server/tables/text-index.test.ts'],
    [["ask('merge', MERGED_AT_ONCE)", "ask('merge', 0)", 'an index of texts falls into more and more parts']],
  ),
  ...mutationsIn(
    'engine/server/database/sqlite-reader.ts',
    ['tests/engine/server/database/long-reads.test.ts'],
    [['return true', 'return false', 'a read in a thread keeps those that are short waiting']],
  ),
  ...mutationsIn(
    'engine/server/query/few-ids.ts',
    ['tests/engine/server/query/unindexed-filters.test.ts'],
    [
      ['wanted * ROWS_PER_LOOKUP', 'wanted * 0', 'few rows are looked for along the order of the whole table'],
      ['most + 1]', 'most]', 'of many rows that match some are taken for all'],
    ],
  ),
]
