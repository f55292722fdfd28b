/** Set by `npm run test:long`: sweeps over everything look at all of it. */
const extentVariable = 'TEST_EXTENT'

/**
 * Whether sweeps are whole. `npm test` must stay short: there a sweep looks at every screen, entity, place and person once, each in
 * one of the ways in which `npm run test:long` looks at all of them; its file names the part.
 */
export const isWholeRun = process.env[extentVariable] === 'whole'

/** Everything in a whole run, otherwise the part. */
export const sweep = <Part, Whole = Part>(whole: Whole, part: Part): Part | Whole => (isWholeRun ? whole : part)
