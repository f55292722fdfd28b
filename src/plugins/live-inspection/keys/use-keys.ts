import { useEffect, useRef } from 'react'
import { commandOf, type Command } from './bindings.ts'
import { placeOf } from './place-of.ts'

/**
 * Hands keys to `run` while the workbench is there. `run` answers whether it did something; only then is the key taken
 * from the browser. Nothing is run while `isCovered`; windows keep their own keys anyway.
 */
export function useKeys(run: (command: Command, key: string) => boolean, isCovered: () => boolean): void {
  const latest = useRef({ run, isCovered })
  latest.current = { run, isCovered }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || latest.current.isCovered()) return
      const command = commandOf(event, placeOf(event.target, event.key))
      if (command && latest.current.run(command, event.key)) event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
