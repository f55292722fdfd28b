/**
 * What a form of antd's lacks: a screen reader reads its sentences when they appear, and the cursor goes to the first field that is wrong.
 */
export const spokenForm = { 'aria-live': 'polite', scrollToFirstError: { focus: true } } as const
