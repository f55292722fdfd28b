import type { KeyboardEvent } from 'react'
import { useBench } from '../state/bench-context.ts'

/**
 * The keys of a card that decides about a mark; `decide` answers whether a key is one of them. Digits and Enter typed before
 * the card could be read decide nothing.
 */
export function useDecisionKeys(decide: (key: string) => boolean): (event: KeyboardEvent) => void {
  const { ahead } = useBench()
  return (event) => {
    const isUnread = event.key !== 'Escape' && ahead.isBlind()
    if (!isUnread && !decide(event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }
}
