/** Upper limits, each with the colour of what is below it. */
type Colours = readonly (readonly [number, string])[]

const times: Colours = [
  [500, 'green'],
  [1000, 'cyan'],
  [1500, 'orange'],
]
const statuses: Colours = [
  [200, 'pink'],
  [201, 'green'],
  [400, 'cyan'],
  [403, 'orange'],
]

const below = (colours: Colours, value: number): string => colours.find(([limit]) => value < limit)?.[1] ?? 'red'

/** How long front ends of this convention wait for an answer, in milliseconds. */
const PATIENCE = 9000
const shares: Colours = [
  [90, 'blue'],
  [100, 'gold'],
]

/** How much of the time that pages wait an answer has taken: from 90 percent on it is yellow, from 100 on it came too late. */
export function waitedShare(milliseconds: number): { readonly percent: number; readonly colour: string; readonly isLate: boolean } {
  const percent = (milliseconds / PATIENCE) * 100
  return { percent, colour: below(shares, percent), isLate: percent >= 100 }
}

/** The colour of a time in milliseconds. */
export const timeColour = (milliseconds: number): string => below(times, milliseconds)

/** The colour of an HTTP status: below 200 pink, 200 green, up to 399 cyan, below 403 orange, all others red. */
export const statusColour = (status: number): string => below(statuses, status)
