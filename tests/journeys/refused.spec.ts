import { demoPassword } from '../../src/demo/password.ts'
import { Complaints } from './complaints.ts'
import { watchLoads } from './first-load.ts'
import { expect, signIn, testAlone } from './people.ts'

// Where nobody's address or password was changed by another journey. Nothing is changed here: each is of its own.
const test = testAlone()
test.describe.configure({ mode: 'parallel' })

/** Somebody of each role and duty of the demo. */
const people = [
  'cliente',
  'nuria',
  'marta',
  'tesoreria',
  'empresa',
  'nueva',
  'gestoria',
  'auditoria',
  'proveedor',
  'saas',
]

for (const name of people) {
  test(`no call of the ordinary day of ${name} is refused, from signing in to leaving @desktop`, async ({
    visit,
  }) => {
    const who = `${name}@demo.example`
    const page = await visit('/login')
    const seen = new Complaints()
    seen.watch(page, who)
    const loads = watchLoads(page)
    const settled = async () => {
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(page.getByRole('status', { name: /^Cargando/ })).toHaveCount(0)
      await expect.poll(loads.waiting, { message: 'unanswered' }).toBe(0)
    }
    await signIn(page, who, demoPassword)
    const links = page
      .getByRole('navigation', { name: 'Menú principal' })
      .getByRole('listitem')
      .getByRole('link')
    await links.first().waitFor()
    await settled()
    // Counted each time: what one may do widens the menu when it is known.
    for (let place = 0; place < (await links.count()); place++) {
      await links.nth(place).click()
      await expect(links.nth(place)).toHaveAttribute('aria-current', 'page')
      await settled()
    }
    expect(await links.count()).toBeGreaterThan(6)
    await page.reload()
    await settled()
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await expect(page).toHaveURL(/\/login$/)
    expect(seen.refused()).toEqual([])
  })
}
