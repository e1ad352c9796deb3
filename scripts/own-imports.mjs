// Preloaded (`node --import ./scripts/own-imports.mjs src/main.ts`): finds the files that the project imports from itself,
// by the names of its package.json (`#server/…`) or beside them. Node looks for that package.json and reads it again at
// each of five thousand imports: a third of a start.
import fs from 'node:fs'
import module from 'node:module'

const root = new URL('../', import.meta.url)
const packages = new URL('node_modules/', root).href
const { imports } = JSON.parse(fs.readFileSync(new URL('package.json', root), 'utf8'))

/** Folders by the name that they are imported by: of `#server/`, `file:///…/src/server/`. */
const folders = new Map(
  Object.entries(imports).map(([name, folder]) => [
    name.replace('*', ''),
    new URL(folder.replace('*', ''), root).href,
  ]),
)

// An older Node, which may run a command of ours until a newer one is installed, has no hooks.
module.registerHooks?.({
  resolve(specifier, context, nextResolve) {
    const url = ownFile(specifier, context.parentURL)
    return url === null
      ? nextResolve(specifier, context)
      : { url, format: 'module-typescript', shortCircuit: true }
  },
})

/** The address of a TypeScript file that one of the project imports; null for anything else. */
function ownFile(specifier, importer = '') {
  if (!specifier.endsWith('.ts') || !importer.startsWith(root.href) || importer.startsWith(packages))
    return null
  if (specifier.startsWith('.')) return new URL(specifier, importer).href
  const end = specifier.indexOf('/') + 1
  const folder = folders.get(specifier.slice(0, end))
  return folder === undefined ? null : folder + specifier.slice(end)
}
