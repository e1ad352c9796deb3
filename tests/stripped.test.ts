// The program from copies without types: they are what runs, but for a file that has changed since, or has none.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, expect, test } from 'vitest'

const scripts = fileURLToPath(new URL('../scripts', import.meta.url))
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-stripped-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text)
const copy = path.join(folder, '.cache', 'stripped', 'main.js')

beforeEach(() => {
  for (const name of ['.cache', 'src', 'scripts'])
    fs.rmSync(path.join(folder, name), { recursive: true, force: true })
  for (const name of ['src/inner', 'scripts']) fs.mkdirSync(path.join(folder, name), { recursive: true })
  for (const name of ['own-imports.mjs', 'strip.mjs', 'stripped.mjs'])
    fs.copyFileSync(path.join(scripts, name), path.join(folder, 'scripts', name))
  write('package.json', '{"type":"module","imports":{"#own/*":"./src/*"}}')
  write('src/word.ts', "export const word: string = 'first'\n")
  write('src/inner/named.ts', "export { word } from '../word.ts'\n")
  write(
    'src/main.ts',
    `import { word } from '#own/inner/named.ts'
const stripper: boolean = process.moduleLoadList.some((name: string) => name.includes('amaro'))
console.log(JSON.stringify({ word, stripper, line: new Error().stack?.match(/main\\.ts:(\\d+)/)?.[1] }))
`,
  )
})

const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
const strip = () => node('--disable-warning=ExperimentalWarning', 'scripts/strip.mjs')
const run = (): unknown => JSON.parse(node('--import', './scripts/stripped.mjs', 'src/main.ts'))

test('a program whose files have copies is not stripped again, and its lines are those of its TypeScript', () => {
  strip()
  expect(run()).toEqual({ word: 'first', stripper: false, line: '3' })
})

test('a file that has changed since it was copied is stripped as it is, until it is copied again', () => {
  strip()
  write('src/word.ts', "export const word: string = 'second'\n")
  expect(run()).toEqual({ word: 'second', stripper: true, line: '3' })
  strip()
  expect(run()).toEqual({ word: 'second', stripper: false, line: '3' })
})

test('a name that begins with # is, in a package, one of the package', () => {
  fs.mkdirSync(path.join(folder, 'node_modules', 'other'), { recursive: true })
  const described = { type: 'module', exports: './main.js', imports: { '#own/*.ts': './*.js' } }
  write('node_modules/other/package.json', JSON.stringify(described))
  write('node_modules/other/main.js', "export { word } from '#own/word.ts'\n")
  write('node_modules/other/word.js', "export const word = 'of the package'\n")
  write('src/word.ts', "export { word } from 'other'\n")
  expect(run()).toMatchObject({ word: 'of the package' })
})

test('without copies, and with one that was not written to its end, the program runs', () => {
  expect(run()).toMatchObject({ word: 'first', stripper: true })
  strip()
  fs.writeFileSync(copy, fs.readFileSync(copy, 'utf8').slice(0, -40))
  expect(run()).toMatchObject({ word: 'first', stripper: true })
})
