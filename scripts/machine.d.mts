export const root: string
export const projectBin: string
export function onPath(...names: string[]): string | undefined
export function findChromium(): string | undefined
export function findPostgres(): string | undefined
export function findRedis(): string | undefined
export function hasChineseFont(): boolean
