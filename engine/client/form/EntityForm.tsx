import { FormLayout } from '@formily/antd-v5/esm/form-layout/index.js'
import { PreviewText } from '@formily/antd-v5/esm/preview-text/index.js'
import { createForm, type Form } from '@formily/core'
import { createSchemaField, FormProvider } from '@formily/react'
import { Skeleton } from 'antd'
import { Suspense, useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { lazyPart } from '../../browser/lazy-part.tsx'
import { MissingPart } from '../../browser/Missing.tsx'
import { BoundInput } from './BoundInput.tsx'
import { FieldGroup } from './FieldGroup.tsx'
import { FieldItem } from './FieldItem.tsx'
import { keepFirstCursor } from './focus-field.ts'
import { FormModelProvider, keysOf, type FormModel } from './form-model.ts'
import { toFormily } from './to-formily.ts'

/** Loaded with the first form that has tabs. */
const LoadedTabs = lazyPart(() => import('./FormTabs.tsx').then((file) => file.FormTabs), MissingPart)
const FormTabs = () => (
  <Suspense fallback={<Skeleton active />}>
    <LoadedTabs />
  </Suspense>
)
const TabPane = ({ children }: { readonly children?: ReactNode }) => children

const SchemaField = createSchemaField({ components: { BoundInput, FieldGroup, FieldItem, FormTabs, TabPane } })

/** Formily's form for a model; it works on a copy of the row. */
export const startForm = (model: FormModel): Form => createForm({ initialValues: structuredClone(model.row) })

interface Props {
  readonly form: Form
  readonly model: FormModel
  /** A form that stands in a page beside what was pressed: it leaves the cursor where it is. */
  readonly quiet?: boolean
  onSubmit(): void
}

const takesEnter = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.role !== 'combobox' && ['text', 'password', 'number', 'tel', 'email'].includes(target.type)

/** The fields of a form. Enter submits a form with one field, Ctrl+Enter any form. */
export function EntityForm({ form, model, quiet = false, onSubmit }: Props) {
  const schema = useMemo(() => toFormily(model), [model])
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => (quiet ? undefined : keepFirstCursor(() => box.current)), [form, quiet])
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    const isLone = keysOf(model, 'open').length === 1 && takesEnter(event.target)
    if (!isLone && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    onSubmit()
  }
  return (
    <FormModelProvider value={model}>
      <FormLayout layout="vertical" colon={false} shallow={false}>
        <FormProvider form={form}>
          <form ref={box} noValidate autoComplete="off" onSubmit={(event) => event.preventDefault()} onKeyDown={handleKey}>
            <PreviewText.Placeholder value="-">
              <SchemaField schema={schema} />
            </PreviewText.Placeholder>
          </form>
        </FormProvider>
      </FormLayout>
    </FormModelProvider>
  )
}
