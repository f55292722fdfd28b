import type { ReactNode } from 'react'
import { Outline } from '../../../engine/client/index.ts'
import { product } from '../product.ts'
import './login.css'

interface Props {
  readonly look?: string
  /** An outline until it is there. */
  readonly children?: ReactNode
}

/** A page of the sign-in family: the picture, left out on narrow screens, which then do not fetch the drawing, and a form beside it. */
export function LoginFrame({ look = 'login-form', children = <Outline /> }: Props) {
  return (
    <main className="login-page">
      <aside className="login-scene" aria-hidden="true">
        <img src="/login-drawing.svg" alt="" loading="lazy" width={480} height={400} className="login-drawing" />
        <strong>{product.name}</strong>
        <span>{product.motto}</span>
      </aside>
      <section className="login-panel">
        <div className={look}>{children}</div>
      </section>
    </main>
  )
}
