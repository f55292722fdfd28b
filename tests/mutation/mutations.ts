import { accessMutations } from './access.ts'
import { allocationMutations } from './allocation.ts'
import { checkMutations } from './checks.ts'
import { feedMutations } from './feed.ts'
import { inspectionMutations } from './inspection.ts'
import { logMutations } from './logs.ts'
import type { Mutation } from './mutation.ts'
import { pagingMutations } from './paging.ts'
import { queryMutations } from './query.ts'
import { searchMutations } from './search.ts'
import { seatMutations } from './seats.ts'
import { transferMutations } from './transfer.ts'
import { writeMutations } from './write.ts'

export const mutations: readonly Mutation[] = [
  ...writeMutations,
  ...checkMutations,
  ...queryMutations,
  ...pagingMutations,
  ...searchMutations,
  ...logMutations,
  ...accessMutations,
  ...transferMutations,
  ...feedMutations,
  ...inspectionMutations,
  ...seatMutations,
  ...allocationMutations,
]
