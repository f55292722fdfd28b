import { hostname } from 'node:os'

/** This process among those that share a database, as people who look after them know it. */
export const nodeName = `${hostname()}:${process.pid}`
