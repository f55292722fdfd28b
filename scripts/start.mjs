// Serves the application from its sources, as tests do; `npm start` runs what is built of them. Plain JavaScript: the compile cache must be
// on before the first TypeScript is read, or that one file loads the whole compiler.
import * as nodeModule from 'node:module'
import { join } from 'node:path'
import { root } from './machine.mjs'

nodeModule.enableCompileCache?.(join(root, 'node_modules', '.cache', 'compiled'))
await import('../src/server/main.ts')
