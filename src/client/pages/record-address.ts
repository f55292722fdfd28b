const parts = (pathname: string): { readonly screen: string; readonly last: string } => {
  const index = pathname.lastIndexOf('/')
  return { screen: pathname.slice(0, index), last: pathname.slice(index + 1) }
}

/** The address of the screen that a record's address is below. */
export const screenOf = (pathname: string): string => parts(pathname).screen

/** The id that a record's address ends with; what nobody can have written there is no id. */
export function idIn(pathname: string): string {
  try {
    return decodeURIComponent(parts(pathname).last)
  } catch {
    return ''
  }
}
