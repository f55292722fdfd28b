import { Suspense } from 'react'
import { lazyPart } from '../../../engine/client/index.ts'
import { product } from '../product.ts'

/** The drawing's place, so that nothing moves when it comes. */
const place = <svg viewBox="0 0 480 400" className="login-drawing" />
const LoginDrawing = lazyPart(
  () => import('./LoginDrawing.tsx').then((file) => file.LoginDrawing),
  () => place,
)

/** The picture beside the form; left out on narrow screens. */
export function LoginScene() {
  return (
    <aside className="login-scene" aria-hidden="true">
      <Suspense fallback={place}>
        <LoginDrawing />
      </Suspense>
      <strong>{product.name}</strong>
      <span>{product.motto}</span>
    </aside>
  )
}
