/** Set by `npm run test:long`: sweeps over everything look at all of it. */
const extentVariable = 'TEST_EXTENT'

/**
 * Whether sweeps are whole. `npm test` must stay short: there a sweep looks at a part that its file names, chosen so that every
 * screen, entity and rule is still looked at once; `npm run test:long` looks at all of it, in both lights, as all people.
 */
export const isWholeRun = process.env[extentVariable] === 'whole'

/** Everything in a whole run, otherwise the part. */
export const sweep = <Part, Whole = Part>(whole: Whole, part: Part): Part | Whole => (isWholeRun ? whole : part)
