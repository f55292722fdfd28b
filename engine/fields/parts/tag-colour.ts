import type { Colour } from '../contract.ts'

const palette: readonly Colour[] = ['blue', 'green', 'orange', 'purple', 'cyan', 'gold', 'red']

/** The colour of the n-th value of a list: the same on every page and every day. */
export const tagColour = (index: number): Colour => (index < 0 ? 'default' : (palette[index % palette.length] ?? 'default'))
