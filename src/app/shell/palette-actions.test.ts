import { describe, expect, test } from 'vitest'
import { menuEntries } from '#app/shell/menu-entries.ts'
import { paletteActions } from '#app/shell/palette-actions.tsx'
import type { Area, Role } from '#kernel/actor.ts'
import { onlyReads } from '#kernel/actor.ts'

const menus: readonly { area: Area; role: Role }[] = [
  { area: 'client', role: 'client' },
  { area: 'client', role: 'approver' },
  { area: 'empresa', role: 'admin' },
  { area: 'provider', role: 'provider' },
  { area: 'admin_saas', role: 'admin_saas' },
]

/** Keys that act in the inbox on their own. */
const deciding = ['a', 'r', 'x', 'X', 'A', 'z', 'o', 'j', 'k']

test.each([
  ['/client/projects/PRJ-011', '/client/projects/PRJ-011/documents/new'],
  ['/client/projects/PRJ-011/documents/DOC-2/edit', '/client/projects/PRJ-011/documents/new'],
  ['/client/projects', '/client/documents/new'],
  ['/client/projects/payment-orders', '/client/documents/new'],
])('a new order from %s begins at %s', (path, form) => {
  const gone: string[] = []
  const act = { go: (to: string) => gone.push(to), onTheme: () => {}, onSignOut: () => {} }
  const { actions } = paletteActions({
    area: 'client',
    mayOrder: true,
    entries: [],
    path,
    isDark: false,
    ...act,
  })
  for (const { shortcut, run } of actions) if (shortcut?.startsWith('n ')) run()
  expect(gone).toEqual([form, form])
})

describe.each(menus)('in the area $area as $role', ({ area, role }) => {
  const act = { go: () => {}, onTheme: () => {}, onSignOut: () => {} }
  const given = {
    area,
    mayOrder: !onlyReads(role),
    entries: menuEntries(area, role, { executes: true, receives: true }),
    path: `/${area}/dashboard`,
    isDark: false,
    ...act,
  }
  const { screens, actions } = paletteActions(given)
  const all = [...screens, ...actions]

  test('every command has its two keys, and no two have the same', () => {
    for (const { label, shortcut } of all) expect(shortcut, label).toMatch(/^[gnv] [a-z]$/)
    expect(new Set(all.map(({ shortcut }) => shortcut)).size).toBe(all.length)
  })

  test('a second key that comes too late decides nothing in the inbox', () => {
    const later = all.map(({ shortcut = '' }) => shortcut.slice(2))
    expect(later.filter(key => deciding.includes(key))).toEqual([])
  })
})
