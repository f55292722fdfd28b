import type { ComponentType } from 'react'
import type { BesideProps } from '../../../../engine/client/index.ts'
import { checkRow, type Fields } from '../../../../engine/schema/index.ts'
import { CodeButton } from './CodeButton.tsx'

/** The button beside a code's input; the phone stands in the field `phone` of the same form. */
export function codeBeside(
  send: (phone: string) => Promise<unknown>,
  fields: Pick<Fields, string> & { readonly phone: Fields[string] },
): ComponentType<BesideProps> {
  return function SendCode({ values, tell }: BesideProps) {
    function phone(): string | undefined {
      const { phone: typed = '' } = values()
      const checked = checkRow({ fields: { phone: fields.phone } }, { phone: typed }, 'add')
      const problem = checked.problems['phone']
      if (problem !== undefined) tell('phone', problem)
      return problem === undefined ? String(checked.values['phone']) : undefined
    }
    return <CodeButton phone={phone} send={send} />
  }
}
