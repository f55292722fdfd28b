import { createContext, useContext } from 'react'

/** Tells the shell the name of the page at an address, if the menu does not know it. */
export type NamePlace = (pathname: string, title: string) => void

const PlaceNameContext = createContext<NamePlace>(() => undefined)
export const PlaceNameProvider = PlaceNameContext.Provider

export const usePlaceName = (): NamePlace => useContext(PlaceNameContext)
