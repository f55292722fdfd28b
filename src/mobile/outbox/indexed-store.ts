import { memoryStore, sortedEntries, type EntryStore } from './entries.ts'
import { storedJobs, storedPhotos } from './stored-entries.ts'

const NAME = 'shiyan.student'
const tables = ['photos', 'jobs'] as const
type Table = (typeof tables)[number]

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const endOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.onupgradeneeded = () => {
    for (const table of tables) request.result.createObjectStore(table, { keyPath: 'id' })
  }
  return answerOf(request)
}

/** Messages between the tabs of one telephone; older browsers have none. */
function openWord() {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(NAME)
  return {
    tell: () => channel?.postMessage('changed'),
    follow(listener: () => void): () => void {
      channel?.addEventListener('message', listener)
      return () => channel?.close()
    },
  }
}

function storeIn(db: IDBDatabase): EntryStore {
  const { tell, follow } = openWord()
  const write = (change: (table: (name: Table) => IDBObjectStore) => void): Promise<void> => {
    const transaction = db.transaction(tables, 'readwrite', { durability: 'strict' })
    change((name) => transaction.objectStore(name))
    return endOf(transaction).then(tell)
  }
  return {
    isLasting: true,
    async read(userId) {
      const transaction = db.transaction(tables, 'readonly')
      const all = (table: Table): Promise<unknown> => answerOf(transaction.objectStore(table).getAll())
      const [photos, jobs] = await Promise.all([all('photos'), all('jobs')])
      return sortedEntries({ photos: storedPhotos(photos), jobs: storedJobs(jobs) }, userId)
    },
    putPhoto: (photo) => write((table) => void table('photos').put(photo)),
    putJob: (job) => write((table) => void table('jobs').put(job)),
    hasJob: async (id) => (await answerOf(db.transaction('jobs', 'readonly').objectStore('jobs').count(id))) > 0,
    remove: ({ photos = [], jobs = [] }) =>
      write((table) => {
        for (const id of photos) table('photos').delete(id)
        for (const id of jobs) table('jobs').delete(id)
      }),
    follow,
  }
}

/** The telephone's own database. Without one (in some private windows) entries live only as long as the page. */
export async function openEntryStore(): Promise<EntryStore> {
  try {
    const store = storeIn(await openDatabase())
    await store.hasJob('')
    return store
  } catch {
    return memoryStore()
  }
}
