// Environment that a program started by a test inherits: settings of the machine that runs the tests must not change what
// they see, but for its paths and a clock that the whole run was given (`faketime`, see scripts/test.ts).
import { fileURLToPath } from 'node:url'

/** As `npm start` keeps compiled modules and finds the project's files: a start costs less than half. */
const compiledModules = fileURLToPath(new URL('../../.cache/compile', import.meta.url))
const ownImports = new URL('../../scripts/own-imports.mjs', import.meta.url).href

const inheritedNames = [
  'PATH',
  'HOME',
  'TMPDIR',
  'SYSTEMROOT',
  'LD_PRELOAD',
  'FAKETIME',
  'FAKETIME_SHARED',
  'DONT_FAKE_MONOTONIC',
]

export function inheritedEnvironment(): { readonly [name: string]: string } {
  const inherited = inheritedNames.flatMap(name => {
    const value = process.env[name]
    return value ? [[name, value]] : []
  })
  const node = { NODE_COMPILE_CACHE: compiledModules, NODE_OPTIONS: `--import=${ownImports}` }
  return { ...Object.fromEntries(inherited), ...node }
}
