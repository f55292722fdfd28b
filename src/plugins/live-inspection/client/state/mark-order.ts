/** One item after the other, each by who handed in first; or one student after the other, each with all items. */
export type MarkOrder = 'item' | 'student'

export interface MarkOrderStore {
  get(): MarkOrder
  set(order: MarkOrder): void
  watch(listener: () => void): () => void
}

/** In which order a person marks, as they left it in this browser. */
export function createMarkOrder(userId: string, storage: Storage = localStorage): MarkOrderStore {
  const key = `shiyan.live.order.${userId}`
  let order: MarkOrder = storage.getItem(key) === 'student' ? 'student' : 'item'
  const listeners = new Set<() => void>()
  return {
    get: () => order,
    set: (next) => {
      if (next === order) return
      order = next
      storage.setItem(key, next)
      for (const listener of listeners) listener()
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
