/** Whether to do now what only needs doing once in so many times; decided by chance, so that nothing has to be counted. */
export const isOneIn = (many: number): boolean => Math.random() * many < 1
