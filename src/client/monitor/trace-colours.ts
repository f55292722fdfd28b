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

/** The colour of a time in milliseconds. */
export const timeColour = (milliseconds: number): string => below(times, milliseconds)

/** The colour of an HTTP status: below 200 pink, 200 green, up to 399 cyan, below 403 orange, all others red. */
export const statusColour = (status: number): string => below(statuses, status)
