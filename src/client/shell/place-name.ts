import { createContext, useContext } from 'react'

/** Tells the shell what the page at an address is called, where the menu does not know. */
export type NamePlace = (pathname: string, title: string) => void

const PlaceNameContext = createContext<NamePlace>(() => undefined)
export const PlaceNameProvider = PlaceNameContext.Provider

export const usePlaceName = (): NamePlace => useContext(PlaceNameContext)
