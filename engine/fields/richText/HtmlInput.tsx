import { Spin } from 'antd'
import { Suspense } from 'react'
import { lazyPart } from '../../browser/lazy-part.tsx'
import type { InputProps } from '../client-contract.ts'
import type { FieldDef } from '../contract.ts'
import { NoEditor } from './NoEditor.tsx'
import { SandboxedHtml } from './SandboxedHtml.tsx'

const Editor = lazyPart(() => import('./RichTextEditor.tsx').then((file) => file.RichTextEditor), NoEditor)

/** Formatted text; the editor is loaded with the first field that needs it. */
export function HtmlInput(props: InputProps<FieldDef>) {
  if (props.disabled) return <SandboxedHtml title={props.field.label} html={typeof props.value === 'string' ? props.value : ''} />
  return (
    <Suspense fallback={<Spin />}>
      <Editor {...props} />
    </Suspense>
  )
}
