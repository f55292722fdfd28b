import type { Field } from '@formily/core'

/** The id that connects a label to its input, unique on the page. */
export const inputId = (field: Field): string => `form-${field.form.id}-${String(field.props.name)}`
