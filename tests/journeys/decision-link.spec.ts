// An order decided from its mail: with nobody signed in, by whoever it was written to, once, and by nobody else.
import type { Page } from '@playwright/test'
import { demoPassword } from '../../src/demo/password.ts'
import { Complaints } from './complaints.ts'
import { test as base, expect, wellMade } from './journey.ts'
import { linksOf } from './links.ts'
import { signIn } from './people.ts'

type Visits = { visit: (address: string) => Promise<Page> }

/** A browser in which nobody has signed in. */
const test = base.extend<Visits>({
  visit: async ({ browser, server, contextOptions }, use) => {
    const complaints = new Complaints()
    await use(async address => {
      const context = await browser.newContext({ ...contextOptions, baseURL: server.origin })
      const page = await context.newPage()
      complaints.watch(page, address)
      await page.goto(address)
      return page
    })
    expect(complaints.all()).toEqual([])
  },
})

test('an order is approved from its mail: sign in, read it alone, decide; then the link says so', async ({
  visit,
  works,
}) => {
  const asked = await works.person('Carmen', 'Correo')
  const colleague = await works.person('Curro', 'Colega')
  const project = await works.project({
    name: 'Bodega de Carmen',
    approverIds: [asked.id],
    viewerIds: [colleague.id],
  })
  const id = await project.order('Depósito', '10000')
  const link = await linksOf(works.talk.origin)(asked.email, 'due')
  expect(link).toMatch(/\/decidir#[\w.-]+$/)
  const address = link.slice(works.talk.origin.length)

  const page = await visit(address)
  await test.step('nobody reads anything of it before signing in', async () => {
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByText('Depósito')).toBeHidden()
    await signIn(page, asked.email, demoPassword)
  })

  await test.step('it stands alone, with what it is, why her, and the decision', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Depósito' })).toBeVisible()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Datos del pedido' })).toContainText('100 €')
    await expect(page.getByRole('heading', { name: 'Tu aprobación está pendiente' })).toBeVisible()
    await wellMade(page)
  })

  await test.step('returning asks why, as everywhere', async () => {
    await page.getByRole('button', { name: 'Devolver para cambios' }).filter({ visible: true }).click()
    await expect(page.getByText('Explica qué hay que cambiar.')).toBeVisible()
  })

  await test.step('approving it is the end of the link', async () => {
    await page.getByRole('button', { name: /^Aprobar( documento)?$/ }).click()
    await expect(page.getByText('Has aprobado este documento correctamente')).toBeVisible()
    await expect(page.getByText('Esta aprobación ya está decidida')).toBeVisible()
    await expect(page.getByText(/^Lo aprobaste tú/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Deshacer mi aprobación' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Tu aprobación está pendiente' })).toBeHidden()
    await wellMade(page)
    await page.reload()
    await expect(page.getByText(/^Lo aprobaste tú/)).toBeVisible()
  })

  await test.step('the order’s page says that it was decided from the mail', async () => {
    await page.getByRole('link', { name: 'Abrir en Visto Bueno' }).click()
    await expect(page).toHaveURL(new RegExp(`/client/projects/${project.id}/documents/${id}$`))
    await expect(page.getByText(/^Pedido aprobado por completo desde el enlace del correo/)).toBeVisible()
  })

  await test.step('forwarded to a colleague, it is refused calmly, and leads to another account', async () => {
    const other = await visit(address)
    await signIn(other, colleague.email, demoPassword)
    await expect(
      other.getByRole('heading', { level: 1, name: 'Este enlace no es tuyo o ya no existe' }),
    ).toBeVisible()
    await expect(other.getByText('Depósito')).toBeHidden()
    await expect(other.getByText(colleague.email)).toBeVisible()
    await wellMade(other)
    await other.getByRole('button', { name: 'Entrar con otra cuenta' }).click()
    await expect(other).toHaveURL(/\/login$/)
    await signIn(other, asked.email, demoPassword)
    await expect(other.getByText(/^Lo aprobaste tú/)).toBeVisible()
  })
})

test('a link that never was is answered as one of somebody else', async ({ as, works }) => {
  const lost = await works.person('Lola', 'Perdida')
  const page = await as(lost.email, `/decidir#${'0'.repeat(32)}.${'a'.repeat(43)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este enlace no es tuyo o ya no existe')
})
