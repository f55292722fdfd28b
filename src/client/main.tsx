import 'antd/dist/reset.css'
import './app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { restPlaces } from './rest-places.ts'
import { signRuntimeStyles } from './theme/style-nonce.ts'

/** Shows the application. */
export function show(): void {
  signRuntimeStyles()
  restPlaces()
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
