import { Tag, theme } from 'antd'
import { createContext, useContext, type ReactNode } from 'react'

const HashContext = createContext('')

/**
 * A list draws hundreds of tags, ticks and buttons. As antd's components each of them is a tree with its own state and style; in antd's
 * classes a plain element looks the same. The class of the theme comes from here, and so does the style of tags: antd writes a style with
 * the first component of its kind, and buttons and ticks are on every page that has rows.
 */
export function PlainLook({ children }: { readonly children: ReactNode }) {
  const { hashId = '' } = theme.useToken()
  return (
    <HashContext.Provider value={hashId}>
      <span hidden>
        <Tag color="blue" />
      </span>
      {children}
    </HashContext.Provider>
  )
}

/** The class that antd's styles of this theme ask for. */
export const usePlainClass = (): string => useContext(HashContext)
