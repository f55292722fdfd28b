const parts = (pathname: string): { readonly screen: string; readonly last: string } => {
  const index = pathname.lastIndexOf('/')
  return { screen: pathname.slice(0, index), last: pathname.slice(index + 1) }
}

/** The address of the screen above a record's address. */
export const screenOf = (pathname: string): string => parts(pathname).screen

/** The id at the end of a record's address; empty if it cannot be decoded. */
export function idIn(pathname: string): string {
  try {
    return decodeURIComponent(parts(pathname).last)
  } catch {
    return ''
  }
}
