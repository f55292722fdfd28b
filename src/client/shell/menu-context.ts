import { createContext, useContext } from 'react'
import type { MenuNode } from './menu-tree.ts'

const MenuContext = createContext<readonly MenuNode[]>([])
export const MenuProvider = MenuContext.Provider

/** The menu of the signed-in user, for pages that link to others. */
export const useMenu = (): readonly MenuNode[] => useContext(MenuContext)
