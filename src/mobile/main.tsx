/** @jsxImportSource preact */
import './mobile.css'
import { render } from 'preact'
import { restPlaces } from '../client/rest-places.ts'
import { App } from './App.tsx'

restPlaces()
const root = document.getElementById('root')
if (!root) throw new Error('m.html has no #root')
render(<App />, root)

/** Only over https, and not during development, where it would show an outdated page. */
if ('serviceWorker' in navigator && import.meta.env.PROD) {
  navigator.serviceWorker.register('/m-worker.js', { scope: '/m' }).catch(() => undefined)
}
