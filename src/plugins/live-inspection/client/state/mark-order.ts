import { createStore } from 'zustand/vanilla'

/** One item after the other, students in the order of submission; or one student after the other, each with all items. */
export type MarkOrder = 'item' | 'student'

export interface MarkOrderStore {
  get(): MarkOrder
  set(order: MarkOrder): void
  watch(listener: () => void): () => void
}

/** The order in which a person marks, as they last set it in this browser. */
export function createMarkOrder(userId: string, storage: Storage = localStorage): MarkOrderStore {
  const key = `shiyan.live.order.${userId}`
  const { getState, setState, subscribe } = createStore<MarkOrder>(() => (storage.getItem(key) === 'student' ? 'student' : 'item'))
  return {
    get: getState,
    set: (next) => {
      storage.setItem(key, next)
      setState(next)
    },
    watch: subscribe,
  }
}
