import { Suspense } from 'react'
import { lazyPart } from '../../browser/lazy-part.tsx'
import { MissingInput } from '../../browser/Missing.tsx'

/** The frame and its styles are loaded with the first text that is shown whole. */
const SandboxedHtml = lazyPart(() => import('./SandboxedHtml.tsx').then((file) => file.SandboxedHtml), MissingInput)

/** HTML to be read, on the page of its row. */
export const HtmlOnPaper = ({ title, html }: { readonly title: string; readonly html: string }) => (
  <Suspense>
    <SandboxedHtml title={title} html={html} />
  </Suspense>
)
