import { Suspense, useEffect, useState } from 'react'
import { answerWhy, lazyPart, MissingWindow } from '../../../engine/client/index.ts'
import type { AskedWhy } from '../permissions/answers.ts'

const WhyWindow = lazyPart(() => import('../permissions/WhyWindow.tsx').then((file) => file.WhyWindow), MissingWindow)

/** Opens the answer to 为什么？ wherever a page shows a refusal. */
export function WhyHere() {
  const [asked, setAsked] = useState<AskedWhy>()
  useEffect(() => answerWhy(setAsked), [])
  return (
    asked && (
      <Suspense>
        <WhyWindow asked={asked} close={() => setAsked(undefined)} />
      </Suspense>
    )
  )
}
