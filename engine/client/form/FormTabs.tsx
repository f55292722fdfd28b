import { FormTab } from '@formily/antd-v5/esm/form-tab/index.js'
import { useState } from 'react'

/** The tabs of a form. The title of a tab says how many of its fields are wrong. */
export function FormTabs() {
  const [progress] = useState(() => FormTab.createFormTab())
  return <FormTab formTab={progress} />
}
