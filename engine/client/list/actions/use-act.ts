import { App } from 'antd'
import { useMemo } from 'react'
import { questionProps, type Question } from '../../question.tsx'
import { tellRefusal } from '../../refusal.ts'

export interface Act {
  /** Ask first, then do; the button of the question shows that it is at work. */
  ask(question: Question, work: () => Promise<string | undefined | void>): void
  /** Do it, then say what came of it: the returned sentence, or the server's refusal. True when it went well. */
  run(work: () => Promise<string | undefined | void>): Promise<boolean>
  warn(sentence: string): void
  /** Says why it was refused, as the refusal of a save. */
  refuse(error: unknown): void
}

/** Doing things to rows, with the questions and sentences around it. */
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
