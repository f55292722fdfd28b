import { product } from '../product.ts'

/** The picture beside the form; left out on narrow screens, which then do not fetch the drawing. */
export function LoginScene() {
  return (
    <aside className="login-scene" aria-hidden="true">
      <img src="/login-drawing.svg" alt="" loading="lazy" width={480} height={400} className="login-drawing" />
      <strong>{product.name}</strong>
      <span>{product.motto}</span>
    </aside>
  )
}
