import useSWR from 'swr'
import { declaredCall } from '../../../engine/client/index.ts'

/** An entity that may be asked about, and where its rows are. */
export interface ExplainableEntity {
  readonly entity: string
  readonly title: string
  readonly base: string
}

/** The entities that the user sees themself. */
export function useExplainable(): readonly ExplainableEntity[] {
  const { data } = useSWR<readonly ExplainableEntity[], Error>(
    ['explainable'],
    () => declaredCall('/sys/permission/explainable', {}).get<ExplainableEntity[]>(),
    { revalidateOnFocus: false },
  )
  return data ?? []
}
