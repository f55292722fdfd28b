import { mutate } from 'swr'

/** What `listByUser` answers. */
export const noticesPath = '/sys/annountCement/listByUser'

/** The header counts anew, if it has counted before. */
export const readNoticesAgain = (): Promise<unknown> => mutate(noticesPath)
