import { Suspense } from 'react'
import { lazyPart } from '../../browser/lazy-part.tsx'
import type { FieldInput } from '../client-contract.ts'
import { TextInput } from '../parts/TextInput.tsx'
import { NoTimes } from './NoTimes.tsx'

const NextTimes = lazyPart(() => import('./NextTimes.tsx').then((file) => file.NextTimes), NoTimes)

/** A cron expression with its next times, so that nobody has to guess what it means. */
export const cron: FieldInput<'cron'> = (props) => {
  const text = typeof props.value === 'string' ? props.value.trim() : ''
  return (
    <>
      <TextInput {...props} />
      <Suspense>{text !== '' && <NextTimes text={text} />}</Suspense>
    </>
  )
}
