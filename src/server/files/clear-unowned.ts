import type { Engine } from '../../../engine/server/index.ts'
import { wordsOf, type Warn } from '../warn.ts'
import { untilNone } from '../until-none.ts'
import { storageNames, type StorageName } from './storage.ts'
import { forgetFiles, giveUpForgotten, giveUpLeft, givenUp } from './stored-rows.ts'
import type { FileStore } from './store.ts'
import { noteUnnamed } from './unnamed.ts'

/** Have a storage remove some of its files that were given up; answers how many it removed. Whatever it does not remove keeps its row, and is tried again. */
async function clearStorage(engine: Engine, store: FileStore, storage: StorageName): Promise<number> {
  const files = await givenUp(engine, storage)
  if (files.length === 0) return 0
  const outcomes = await Promise.allSettled(files.map((file) => store.remove(file)))
  const gone = files.filter((_, index) => outcomes[index]?.status === 'fulfilled').map(({ path }) => path)
  if (gone.length > 0) await forgetFiles(engine, gone)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return gone.length
}

/** Remove what one user uploaded at least a day ago for forms that were never saved. */
export async function clearOwnUnowned(engine: Engine, store: FileStore, of: { userId: string; storage: StorageName }): Promise<void> {
  await giveUpForgotten(engine, of.userId)
  await clearStorage(engine, store, of.storage)
}

/**
 * Remove the files that were given up. A storage that does not answer keeps no other one from its work, and fails this in the end; the
 * files of one that is no longer configured wait until it is again.
 */
async function clearGivenUp(engine: Engine, store: FileStore): Promise<number> {
  const there = storageNames.filter((storage) => store.has(storage))
  const outcomes = await Promise.allSettled(there.map((storage) => untilNone(() => clearStorage(engine, store, storage))))
  const count = outcomes.reduce((all, outcome) => all + (outcome.status === 'fulfilled' ? outcome.value : 0), 0)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return count
}

/** How soon a storage that did not answer is asked again. */
const AGAIN = 15_000

/**
 * Remove what is stored as soon as its row is deleted, and try again while a storage does not answer; if this node stops before that,
 * the job does it. Answers what ends it.
 */
export function clearAfterDeletions(engine: Engine, store: FileStore, warn: Warn): () => Promise<void> {
  let last = Promise.resolve()
  let retry: NodeJS.Timeout | undefined
  let isOver = false
  const clear = async () => {
    clearTimeout(retry)
    try {
      await clearGivenUp(engine, store)
    } catch (error) {
      warn(`删除的文件暂时没有从存储中移除，稍后重试：${wordsOf(error)}`)
      if (!isOver) retry = setTimeout(begin, AGAIN).unref()
    }
  }
  const begin = () => {
    last = last.then(clear)
  }
  engine.onWrite((entities) => {
    if (entities.has('storedFile')) begin()
  })
  return () => {
    isOver = true
    clearTimeout(retry)
    return last
  }
}

/**
 * Remove the files that were given up, those that anyone uploaded at least a day ago for a form that was never saved, and those that their
 * rows have not named for long; answers how many.
 */
export async function clearUnowned(engine: Engine, store: FileStore): Promise<number> {
  await untilNone(() => giveUpForgotten(engine))
  await noteUnnamed(engine)
  await untilNone(() => giveUpLeft(engine))
  return clearGivenUp(engine, store)
}
