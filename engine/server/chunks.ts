import chunk from 'lodash-es/chunk.js'

/** Split a long list, so that no statement has more parameters than a database accepts. */
export const chunksOf = <T>(items: readonly T[], size = 500): T[][] => chunk(items, size)
