// Conditions of every command of this project, checked before it runs. Works under the machine's own older Node with
// nothing installed yet: plain JavaScript, no dependencies.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Installs when the lockfile asks for it, and checks that a Node that runs TypeScript is there. */
export function prepare() {
  if (!isInstalled()) install()
  requireNode()
}

/** Builds the browser's half when something it is made of changed; where only production's packages are, it is there. */
export function buildBrowserPart() {
  if (isOnlyForProduction()) return
  const stamp = inRoot('.cache', 'browser-inputs')
  const digest = digestFiles(['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'])
  const isBuilt = fs.existsSync(inRoot('dist', 'index.html')) && fs.existsSync(stamp)
  if (isBuilt && fs.readFileSync(stamp, 'utf8') === digest) return
  console.log('Building the browser part…')
  fs.rmSync(stamp, { force: true })
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js')
  const { env, ...options } = inherited()
  // Whatever the shell works in: a build for developers is larger, and warns people of what is for those.
  const production = { ...options, env: { ...env, NODE_ENV: 'production' } }
  const { status } = spawnSync('node', [vite, 'build', '--logLevel', 'warn'], production)
  if (status !== 0) fail('the browser part could not be built (see above)')
  fs.mkdirSync(path.dirname(stamp), { recursive: true })
  fs.writeFileSync(stamp, digest)
}

export function canRunTypeScript(version) {
  const [major = 0, minor = 0] = (/^v(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number)
  return major > 24 || (major === 24 && minor >= 12)
}

/** Options to run a program with the packages' own programs first, as npm does: that is where our Node lies. */
export function inherited() {
  const key = Object.keys(process.env).find(name => name.toUpperCase() === 'PATH') ?? 'PATH'
  const programs = [inRoot('node_modules', '.bin'), process.env[key]].join(path.delimiter)
  return { cwd: root, env: { ...process.env, [key]: programs }, stdio: 'inherit' }
}

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

function inRoot(...parts) {
  return path.join(root, ...parts)
}

/**
 * A folder that was made to serve: its packages were installed without those that build the browser's half, and the half
 * itself is there. Nothing is installed there, whoever asks: a program may be running from it.
 */
function isOnlyForProduction() {
  const isBuilt = fs.existsSync(inRoot('dist', 'index.html'))
  const wasInstalled = fs.existsSync(inRoot('node_modules', '.package-lock.json'))
  return isBuilt && wasInstalled && !fs.existsSync(inRoot('node_modules', 'vite'))
}

/** npm writes its own copy of the lockfile last, so a killed installation counts as none. */
function isInstalled() {
  const isProduction = isOnlyForProduction()
  const wanted = packagesOf(inRoot('package-lock.json'))
  const present = packagesOf(inRoot('node_modules', '.package-lock.json'))
  return Object.entries(wanted).every(([name, { version, optional, dev }]) => {
    if (name === '' || (dev && isProduction)) return true
    return present[name] ? present[name].version === version : Boolean(optional)
  })
}

function packagesOf(lockfile) {
  try {
    return JSON.parse(fs.readFileSync(lockfile, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

function install() {
  console.log('Installing dependencies (npm ci)…')
  // NODE_ENV=production would leave out what builds the browser's half.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) fail('npm ci failed (its own message is above): is the package registry reachable?')
}

function requireNode() {
  const { stdout } = spawnSync('node', ['--version'], { ...inherited(), stdio: 'pipe', encoding: 'utf8' })
  if (canRunTypeScript(stdout ?? '')) return
  fail(
    `Node 24.12 or newer is needed and none came with the packages for ${process.platform}-${process.arch} ` +
      `(found ${stdout?.trim() || 'none'}): install it from your system's usual source.`,
  )
}

function digestFiles(entries) {
  const hash = createHash('sha256')
  for (const entry of entries) {
    for (const file of filesUnder(inRoot(entry))) {
      hash
        .update(`${path.relative(root, file)}\0`)
        .update(fs.readFileSync(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

function filesUnder(entry) {
  if (!fs.existsSync(entry)) return []
  if (!fs.statSync(entry).isDirectory()) return [entry]
  const names = fs.readdirSync(entry).filter(name => !name.endsWith('.test.ts'))
  return names.sort().flatMap(name => filesUnder(path.join(entry, name)))
}

function fail(line) {
  console.error(`\n${line}`)
  process.exit(1)
}
