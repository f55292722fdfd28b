import { forwardRef, type ButtonHTMLAttributes } from 'react'
import { usePlainClass } from '../../../browser/plain-look.tsx'

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'> {
  readonly danger?: boolean
  /** It opens a menu, so it has an arrow of the right size. */
  readonly unfolds?: boolean
}
const tight = { paddingInline: 0 }

/** A small button of antd's look that reads like a link. */
export const LinkButton = forwardRef<HTMLButtonElement, Props>(function LinkButton({ danger, unfolds, children, ...rest }, ref) {
  const colour = danger ? 'ant-btn-dangerous ant-btn-color-dangerous' : 'ant-btn-color-link'
  const kind = unfolds ? 'ant-dropdown-trigger' : ''
  const plain = usePlainClass()
  return (
    <button
      ref={ref}
      type="button"
      style={tight}
      className={`ant-btn ${plain} ant-btn-link ${colour} ant-btn-variant-link ant-btn-sm ${kind}`}
      {...rest}
    >
      {children}
    </button>
  )
})
