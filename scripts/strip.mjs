// `node --disable-warning=ExperimentalWarning scripts/strip.mjs`: copies the server's TypeScript to .cache/stripped
// without its types, line by line, for `stripped.mjs`. What has a copy keeps it.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of what is stripped, as a URL. */
export const sources = new URL('../src/', import.meta.url).href

const folder = fileURLToPath(new URL('../.cache/stripped/', import.meta.url))

/** The copy of a file with this text; null where there is none. */
export function readCopy(file, text) {
  const copy = copyOf(file)
  const stripped = fs.existsSync(copy) ? fs.readFileSync(copy, 'utf8') : ''
  return stripped.endsWith(sealOf(text)) ? stripped : null
}

if (import.meta.main) stripAll()

function stripAll() {
  const root = fileURLToPath(sources)
  for (const name of fs.readdirSync(root, { recursive: true })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts') || name.endsWith('.d.ts')) continue
    const file = path.join(root, name)
    const text = fs.readFileSync(file, 'utf8')
    if (readCopy(file, text) === null) keep(copyOf(file), stripTypeScriptTypes(text) + sealOf(text))
  }
}

/** Whole or not at all, also for a program that starts meanwhile. */
function keep(copy, stripped) {
  fs.mkdirSync(path.dirname(copy), { recursive: true })
  const unfinished = `${copy}.${process.pid}`
  fs.writeFileSync(unfinished, stripped)
  fs.renameSync(unfinished, copy)
}

function copyOf(file) {
  return path.join(folder, path.relative(fileURLToPath(sources), file).replace(/\.ts$/, '.js'))
}

/** The last line of a copy: of which text it is. */
function sealOf(text) {
  return `\n// ${createHash('sha256').update(text).digest('hex')}\n`
}
