import { App } from 'antd'
import { useMemo } from 'react'
import { questionProps, type Question } from '../../question.tsx'
import { tellRefusal } from '../../../browser/refusal.ts'

export interface Act {
  /** Ask first, then do it; meanwhile the question's button shows that work is in progress. */
  ask(question: Question, work: () => Promise<string | undefined | void>): void
  /** Do it, then show the returned sentence or the server's refusal. True on success. */
  run(work: () => Promise<string | undefined | void>): Promise<boolean>
  warn(sentence: string): void
  /** Shows a refusal like the refusal of a save. */
  refuse(error: unknown): void
}

/** Acting on rows, with the questions before and the sentences after it. */
export function useAct(): Act {
  const { message, notification, modal } = App.useApp()
  return useMemo(() => {
    const run: Act['run'] = async (work) => {
      try {
        const sentence = await work()
        if (sentence) void message.success({ key: 'done', content: sentence })
        return true
      } catch (error) {
        tellRefusal({ message, notification }, error)
        return false
      }
    }
    return {
      run,
      ask: (question, work) => void modal.confirm({ ...questionProps(question), onOk: () => run(work).then(() => undefined) }),
      warn: (sentence) => void message.warning(sentence),
      refuse: (error) => tellRefusal({ message, notification }, error, { kind: 'error' }),
    }
  }, [message, notification, modal])
}
