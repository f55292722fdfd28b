import type { ReactNode } from 'react'

const faint = { color: 'var(--ant-color-text-description)' }

/** Words or a sign instead of a value. */
export const Faint = ({ children }: { readonly children: ReactNode }) => <span style={faint}>{children}</span>
