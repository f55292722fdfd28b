import type { AnyEntity, WireRow } from '../../../schema/index.ts'
import { needlessBecause } from '../../calls.ts'
import type { Act } from './use-act.ts'

interface DeclaredCall {
  readonly of: AnyEntity
  readonly name: string
  readonly values: WireRow
}

/** Go on with a call, unless its `unless` call says that nothing is left to do. */
export function whileNeeded(act: Act, { of, name, values }: DeclaredCall, proceed: () => void): void {
  if (!of.calls?.[name]?.unless) return proceed()
  void act.run(async () => {
    const sentence = await needlessBecause(of, name, values)
    if (sentence === undefined) proceed()
    else act.warn(sentence)
  })
}
