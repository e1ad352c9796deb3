// `node scripts/run.mjs [--build] program.ts …`: prepares, then runs a TypeScript program of the project.
// Not npm's pre-scripts, because those are skipped wherever `ignore-scripts` is set, as it is here.
import { spawn } from 'node:child_process'
import module from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildBrowserPart, canRunTypeScript, inherited, prepare } from './prepare.mjs'

const [program = '', ...rest] = process.argv.slice(2).filter(word => word !== '--build')
const file = fileURLToPath(new URL(`../${program}`, import.meta.url))
const ownImports = new URL('own-imports.mjs', import.meta.url).href

prepare()
if (process.argv.includes('--build')) buildBrowserPart()
stopWithShell()
if (canRunTypeScript(process.version)) await runHere()
else runUnderNewerNode()

/** In this very process, so that signals and exit codes need no help. */
async function runHere() {
  // Keeping compiled modules halves the start.
  module.enableCompileCache(fileURLToPath(new URL('../.cache/compile', import.meta.url)))
  process.argv = [process.execPath, file, ...rest]
  await import(ownImports)
  await import(pathToFileURL(file).href)
}

/** Only the first time, when the installation itself ran under the machine's older Node. */
function runUnderNewerNode() {
  const child = spawn('node', ['--import', ownImports, file, ...rest], inherited())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code))
}

/** npm's shell may die of a SIGTERM without passing it on (dash does): nobody would be left to stop us. */
function stopWithShell() {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  watch.unref()
}
