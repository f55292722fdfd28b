import useSWRImmutable from 'swr/immutable'
import type { AnyEntity } from '../schema/index.ts'
import { useCurrentUser } from './current-user.ts'

/** Another entity's schema, loaded when it is first needed. */
export function useEntity(name: string): { entity: AnyEntity | undefined; error: Error | undefined; retry(): void } {
  const { loadEntity } = useCurrentUser()
  const { data, error, mutate } = useSWRImmutable<AnyEntity, Error>(['schema', name], () => loadEntity(name))
  return { entity: data, error, retry: () => void mutate() }
}
