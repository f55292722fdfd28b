import type { CallSpec } from './action.ts'

/** The param of a call that carries ids: `ids`, or else the one that nothing else fills. */
export function idsParam(
  call: (Pick<CallSpec, 'params'> & { readonly other?: string }) | undefined,
  filled: readonly string[] = [],
): string {
  const params = Object.keys(call?.params ?? {})
  if (params.includes('ids')) return 'ids'
  return params.find((key) => key !== call?.other && !filled.includes(key)) ?? 'ids'
}
