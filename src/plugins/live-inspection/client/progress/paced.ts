import throttle from 'lodash-es/throttle.js'

const span = 1500

/** What happens is answered at once, and once per span however steadily it goes on happening, to the last of it. */
export const paced = (work: () => void) => throttle(work, span)
