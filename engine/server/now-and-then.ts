/** Whether it is this one's turn, of so many, to do what must be done only now and then; by chance, so that nobody counts. */
export const isTurnOf = (many: number): boolean => Math.random() * many < 1
