// Preloaded (`node --import ./scripts/stripped.mjs src/main.ts`): the server's TypeScript comes from its copies without
// types (`strip.mjs`). Otherwise Node strips it at each start, and what strips stays: 25 MB, in each thread. A file
// without a copy of the very text that it has now is stripped by Node as ever.
import fs from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import './own-imports.mjs'
import { readCopy, sources } from './strip.mjs'

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith(sources) || !url.endsWith('.ts')) return nextLoad(url, context)
    const file = fileURLToPath(url)
    const source = readCopy(file, fs.readFileSync(file, 'utf8'))
    return source === null ? nextLoad(url, context) : { format: 'module', source, shortCircuit: true }
  },
})
