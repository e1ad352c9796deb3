// The release before this one, as a program that can be started: the files of its commit, with this clone's packages.
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Moved on by the commit after a release: the version that CHANGELOG.md names last, and the commit of its tag. */
export const previous = {
  version: '0.3.0',
  commit: '4811a382c168f2ab962df9a6a09de187c4c012a9',
}

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Why the release before cannot be started here; null where it can. */
export function whyNotHere(): string | null {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: repository, encoding: 'utf8' })
  if (git('cat-file', '-e', `${previous.commit}^{commit}`).status !== 0)
    return `the clone has no commit ${previous.commit} (git fetch --unshallow)`
  const manifest: { dependencies: Record<string, string> } = JSON.parse(
    git('show', `${previous.commit}:package.json`).stdout,
  )
  const missing = Object.keys(manifest.dependencies).filter(
    name => !fs.existsSync(path.join(repository, 'node_modules', name)),
  )
  return missing.length === 0 ? null : `it needs packages that are not there: ${missing.join(', ')}`
}

/** Writes the program of the release before into `folder`. */
export function unpackPreviousRelease(folder: string): void {
  const archive = execFileSync('git', ['archive', previous.commit, 'src', 'db', 'package.json'], {
    cwd: repository,
    maxBuffer: 2 ** 28,
  })
  fs.mkdirSync(folder)
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  fs.symlinkSync(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'))
}

/** Writes this program into `folder`, with further migrations, as the release after it would have. */
export function unpackNextRelease(folder: string, migrations: Readonly<Record<string, string>>): void {
  for (const name of ['src', 'db', 'package.json'])
    fs.cpSync(path.join(repository, name), path.join(folder, name), { recursive: true })
  fs.symlinkSync(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'))
  const home = path.join(folder, 'db/migrations')
  const last = fs.readdirSync(home).length
  Object.entries(migrations).forEach(([name, sql], index) => {
    const number = String(last + index + 1).padStart(4, '0')
    fs.writeFileSync(path.join(home, `${number}_${name}.sql`), sql)
  })
}
