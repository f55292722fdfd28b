import { App } from 'antd'
import { useRef } from 'react'
import { tellRefusal } from '../../browser/refusal.ts'
import type { AnyEntity } from '../../schema/index.ts'
import { makeCall } from '../calls.ts'

/** Makes a declared call that needs no params, not again while it is under way, says what came of it, and reads the tree again. */
export function useTreeCall(entity: AnyEntity, reload: () => void): (call: string) => void {
  const app = App.useApp()
  const underWay = useRef(new Set<string>())
  const make = async (call: string) => {
    if (underWay.current.has(call)) return
    underWay.current.add(call)
    try {
      const answer = await makeCall(entity, call, {})
      void app.message.success(entity.calls?.[call]?.success ?? answer.message)
    } catch (error) {
      tellRefusal(app, error, { kind: 'error' })
    } finally {
      underWay.current.delete(call)
      reload()
    }
  }
  return (call) => void make(call)
}
