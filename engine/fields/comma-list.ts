/** The entries of a comma list, as relations, files and parameters hold several values in one text. */
export const commaList = (value: unknown): string[] => (typeof value === 'string' ? value.split(',').filter(Boolean) : [])
