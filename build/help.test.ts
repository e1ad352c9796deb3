import fs from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { HelpInline } from '#app/help-task.ts'
import { helpFolder, readHelp } from './help.ts'

const source = resolve(import.meta.dirname, '../src')
const files = fs.readdirSync(source, { recursive: true, encoding: 'utf8' })
const read = (file: string) => fs.readFileSync(resolve(source, file), 'utf8')

/** Texts of the screens, without the help itself and without tests. */
const screens = files
  .filter(file => /\.tsx?$/.test(file) && !/\.test\.ts$/.test(file))
  .map(read)
  .join('\n')

/** Addresses of the routes, each as an expression. */
const routes = files
  .filter(file => /^app\/[a-z-]*routes\.tsx$/.test(file))
  .flatMap(file => [...read(file).matchAll(/path: '([^']+)'/g)])
  .map(([, path = '']) => new RegExp(`^${path.replace(/^\//, '').replaceAll(/\$\w*/g, '[^/]+')}$`))

const areas = /^(client|empresa|provider|admin_saas)\//
const isRoute = (address: string) => {
  const path = address.replace(/^\//, '')
  return path === '' || routes.some(route => route.test(path) || route.test(path.replace(areas, '')))
}

const tasks = readHelp()
const piecesIn = (kind: HelpInline['kind']) =>
  tasks.flatMap(({ summary, steps }) => [...summary, ...steps.flat()]).filter(piece => piece.kind === kind)

describe('help', () => {
  test('has seventeen tasks, each with an anchor of its own and steps that fit a screen', () => {
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(17)
    for (const { steps } of tasks) expect([3, 4, 5]).toContain(steps.length)
  })

  test('names only buttons that stand on a screen', () => {
    const named = piecesIn('button').map(({ text }) => text)
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter(text => !isOnScreen(text))).toEqual([])
    expect(isOnScreen('Botón que no existe')).toBe(false)
  })

  test('leads only to addresses that have a screen', () => {
    const addresses = piecesIn('link').map(piece => ('to' in piece ? piece.to : ''))
    expect(addresses.length).toBeGreaterThan(10)
    expect(addresses.filter(address => !isRoute(address))).toEqual([])
    expect(isRoute('/client/nada')).toBe(false)
  })

  test('is linked from screens at tasks that it has', () => {
    const linked = [...screens.matchAll(/<HelpLink task="([^"]+)"/g)].map(([, task]) => task)
    expect(linked.length).toBeGreaterThan(6)
    const ids = tasks.map(({ id }) => id)
    expect(linked.filter(task => task === undefined || !ids.includes(task))).toEqual([])
  })

  test.each(tasks)('$id has its picture, light in weight', ({ picture }) => {
    const bytes = fs.readFileSync(resolve(helpFolder, picture.address))
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP')
    expect(bytes.length).toBeGreaterThan(5000)
    expect(bytes.length).toBeLessThan(100_000)
    expect(picture.alt).not.toBe('')
  })
})

/** True when the words are a whole text of a screen: between quotes or tags, or on a line of their own. */
function isOnScreen(text: string): boolean {
  const words = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(['"\`>]|\\n\\s*|\\? ')${words}(['"\`<]|\\s*\\n)`).test(screens)
}
