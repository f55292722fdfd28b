interface Named {
  readonly groupName: string
}

/** `第3场` */
export const numberedName = (number: number): string => `第${number}场`

/** The N of 第N场; 0 for any other name. */
const numberIn = ({ groupName }: Named): number => Number(/^第(\d{1,6})场$/.exec(groupName)?.[1] ?? 0)

/** The highest N of the sessions named 第N场; new ones continue after it. */
export const lastNumber = (sessions: readonly Named[]): number => sessions.reduce((last, one) => Math.max(last, numberIn(one)), 0)

/**
 * Renumbers sessions planned as 第N场 if another plan took such a name meanwhile: they continue after the existing ones. Names
 * that somebody typed stay.
 */
export function numberedAfter<Session extends Named>(planned: readonly Session[], existing: readonly Named[]): readonly Session[] {
  const taken = new Set(existing.map(({ groupName }) => groupName))
  if (!planned.some((one) => numberIn(one) > 0 && taken.has(one.groupName))) return planned
  let last = lastNumber(existing)
  return planned.map((one) => (numberIn(one) > 0 ? { ...one, groupName: numberedName(++last) } : one))
}
