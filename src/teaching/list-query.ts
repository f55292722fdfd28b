interface Paging {
  readonly pageNo?: number | null
  readonly pageSize?: number | null
  readonly column?: string | null
  readonly order?: string | null
}

/** The page that a call asks for, as the query of a list. */
export const readPaging = ({ pageNo, pageSize, column, order }: Paging) => ({
  pageNo: pageNo?.toString(),
  pageSize: pageSize?.toString(),
  column: column || undefined,
  order: order || undefined,
})

/** The filter for what contains a text of a call; none when it is empty. */
export const containing = (value: string | null | undefined): string | undefined => {
  const sought = (value ?? '').replaceAll('*', '')
  return sought === '' ? undefined : `*${sought}*`
}
