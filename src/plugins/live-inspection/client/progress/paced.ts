import throttle from 'lodash-es/throttle.js'

const span = 1500

/** Reacts at once to the first event, then at most once per span, and always to the last one. */
export const paced = (work: () => void) => throttle(work, span)
