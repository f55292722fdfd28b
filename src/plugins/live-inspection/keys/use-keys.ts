import { useEffect, useRef } from 'react'
import { commandOf, type Command } from './bindings.ts'
import { placeOf } from './place-of.ts'

/**
 * Hands keys to `run` while the workbench is there. `run` answers whether it did something; only then is the key taken
 * from the browser. Windows above the workbench keep their keys.
 */
export function useKeys(run: (command: Command, key: string) => boolean): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const isCovered = document.querySelector('.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open') !== null
      const place = isCovered ? 'elsewhere' : placeOf(event.target, event.key)
      const command = commandOf(event, place)
      if (command && latest.current(command, event.key)) event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
