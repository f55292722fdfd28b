import type { Field } from '@formily/core'

/** The id that ties a label to its input, unlike any other on the page. */
export const inputId = (field: Field): string => `form-${field.form.id}-${String(field.props.name)}`
