import { App } from 'antd'
import { useMemo, useRef } from 'react'
import { questionProps, type Question } from '../../question.tsx'
import type { Tried } from '../../calls.ts'
import { tellRefusal } from '../../../browser/refusal.ts'

export interface Act {
  /** Ask first, then do it; meanwhile the question's button shows that work is in progress. */
  ask(question: Question, work: () => Promise<string | undefined | void>): void
  /**
   * Do it, then show the returned sentence or the server's refusal. True on success. What has a name is not done again while it is under
   * way: on a slow line people press twice.
   */
  run(work: () => Promise<string | undefined | void>, name?: string): Promise<boolean>
  warn(sentence: string): void
  /** Show that something is on its way; what is answered ends it. */
  wait(sentence: string): () => void
  /** Show what is answered, to be read. */
  show(answer: { readonly heading: string; readonly waiting?: string }, work: () => Promise<Tried>): void
  /** Shows a refusal like the refusal of a save. */
  refuse(error: unknown): void
}

/** Acting on rows, with the questions before and the sentences after it. */
export function useAct(): Act {
  const { message, notification, modal } = App.useApp()
  // A second press before the answer is closed does nothing.
  const showing = useRef(false)
  const underWay = useRef(new Set<string>())
  return useMemo(() => {
    const run: Act['run'] = async (work, name) => {
      if (name !== undefined && underWay.current.has(name)) return false
      if (name !== undefined) underWay.current.add(name)
      try {
        const sentence = await work()
        if (sentence) void message.success({ key: 'done', content: sentence })
        return true
      } catch (error) {
        tellRefusal({ message, notification }, error)
        return false
      } finally {
        if (name !== undefined) underWay.current.delete(name)
      }
    }
    const free = () => (showing.current = false)
    const show = async ({ heading, waiting }: { readonly heading: string; readonly waiting?: string }, work: () => Promise<Tried>) => {
      if (showing.current) return
      showing.current = true
      const stop = waiting === undefined ? undefined : message.loading({ key: 'waiting', content: waiting, duration: 0 })
      try {
        const { passed, text } = await work()
        modal[passed ? 'info' : 'warning']({ title: heading, content: text, okText: '知道了', afterClose: free })
      } catch (error) {
        free()
        tellRefusal({ message, notification }, error)
      } finally {
        stop?.()
      }
    }
    return {
      run,
      show: (answer, work) => void show(answer, work),
      ask: (question, work) => void modal.confirm({ ...questionProps(question), onOk: () => run(work).then(() => undefined) }),
      warn: (sentence) => void message.warning(sentence),
      wait: (content) => message.loading({ content, duration: 0 }),
      refuse: (error) => tellRefusal({ message, notification }, error, { kind: 'error' }),
    }
  }, [message, notification, modal])
}
