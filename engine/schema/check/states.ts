import { labelSource } from '../../fields/shared.ts'
import type { AnyCondition } from '../condition.ts'
import type { StateSpec } from '../action.ts'
import { checkCondition } from './condition.ts'
import { requireFit, ownField, type Check } from './assertions.ts'

type States = StateSpec<string, AnyCondition>

/** The call that makes the moves, and the param that selects one. */
function checkAsked(check: Check, path: string, states: States): void {
  if (states.call === undefined) return
  if (check.entity.calls?.[states.call]) check.say(`${path}.call`, `${states.call} is declared in calls too, remove one of the two`)
  const asks = new Map<string, string>()
  for (const [name, { ask }] of Object.entries(states.transitions)) {
    const twin = asks.get(String(ask))
    if (twin) check.say(`${path}.transitions.${name}.ask`, `${twin} is asked for by the same value`)
    asks.set(String(ask), name)
  }
}

function checkMoves(check: Check, path: string, states: States): void {
  const field = ownField(check, `${path}.field`, states.field)
  if (!field) return
  if (labelSource(field)?.from !== 'choices') check.say(`${path}.field`, `${states.field} is no select, so its states have no names`)
  if (field.readonly !== true) check.say(`${path}.field`, `${states.field} can be edited past its states, make it readonly`)
  for (const [name, move] of Object.entries(states.transitions)) {
    const movePath = `${path}.transitions.${name}`
    for (const value of move.from) requireFit(check, `${movePath}.from`, { field, value })
    requireFit(check, `${movePath}.to`, { field, value: move.to })
    checkCondition(check, `${movePath}.when`, move.when, true)
  }
}

/** Fields with states: their moves are valid, and each move has a name and a call of its own. */
export function checkStates(check: Check): void {
  const fields = new Set<string>()
  const moves = new Set<string>()
  const calls = new Set<string>()
  for (const [index, states] of (check.entity.states ?? []).entries()) {
    const path = `states.${index}`
    checkMoves(check, path, states)
    checkAsked(check, path, states)
    if (fields.has(states.field)) check.say(`${path}.field`, `${states.field} has its states above already`)
    if (states.call !== undefined && calls.has(states.call)) check.say(`${path}.call`, `${states.call} makes moves of another field`)
    for (const name of Object.keys(states.transitions)) {
      if (moves.has(name)) check.say(`${path}.transitions.${name}`, 'another field has a move of this name')
      moves.add(name)
    }
    fields.add(states.field)
    if (states.call !== undefined) calls.add(states.call)
  }
}
