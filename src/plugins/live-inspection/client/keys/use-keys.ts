import { useEffect, useRef } from 'react'
import { commandOf, goesOn, type Command } from '../../shared/bindings.ts'
import { focusPlaceOf } from './focus-place.ts'

interface Keys {
  run(command: Command, key: string): boolean
  keep(press: KeyboardEvent): boolean
  isCovered(): boolean
}

/**
 * Passes keys to `run` while the workbench is open. `run` answers whether it did something; only then is the key taken from the
 * browser. `keep` may put a key aside for later. Nothing runs while `isCovered`; windows keep their own keys anyway.
 */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || latest.current.isCovered()) return
      const place = focusPlaceOf(event.target, event.key)
      if (place !== 'elsewhere' && latest.current.keep(event)) return event.preventDefault()
      const command = commandOf(event, place)
      if (command && event.repeat && !goesOn(command)) return event.preventDefault()
      if (command && latest.current.run(command, event.key)) event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
