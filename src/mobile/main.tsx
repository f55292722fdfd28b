/** @jsxImportSource preact */
import './mobile.css'
import { render } from 'preact'
import { App } from './App.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('m.html has no #root')
render(<App />, root)
