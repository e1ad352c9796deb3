// From the sign-in of the administrator of an empty company to the first approved order, by the checklist alone. What
// a person presses and types is counted: it may become less, never more.
import type { Locator, Page } from '@playwright/test'
import { wellMade } from './journey.ts'
import { expect, test } from './people.ts'

const most = { clicks: 22, keys: 122 }
const password = 'Tarde-verde-93-olas'

test('an empty company has its first order approved by the checklist, in few clicks and keys @desktop', async ({
  as,
  visit,
  linkIn,
}) => {
  test.setTimeout(120_000)
  const hands = counting()
  const email = 'eva@e.es'
  const invite = async (button: Locator, name: string, address: string) => {
    const page = button.page()
    await hands.click(button)
    await hands.type(dialog(page).getByLabel('Nombre', { exact: true }), name, { isFocused: true })
    await hands.next(page)
    await hands.type(dialog(page).getByLabel('Apellidos'), 'Gil', { isFocused: true })
    await hands.next(page)
    await hands.type(dialog(page).getByLabel('Correo electrónico'), address, { isFocused: true })
    await hands.enter(page)
    await expect(dialog(page)).toBeHidden()
  }

  const admin = await as('nueva@demo.example')
  await test.step('the administrator lands on the first steps, and makes a project with all it needs', async () => {
    await expect(admin.getByRole('heading', { name: 'Primeros pasos' })).toBeVisible()
    await wellMade(admin)
    await hands.click(
      admin.getByRole('region', { name: 'Primeros pasos' }).getByRole('link', { name: 'Nuevo Proyecto' }),
    )
    await hands.type(admin.getByLabel('Nombre del Proyecto'), 'Obra')
    await hands.click(admin.getByRole('button', { name: 'Nuevo cliente' }))
    await hands.type(dialog(admin).getByLabel('Nombre', { exact: true }), 'Sol', { isFocused: true })
    await hands.next(admin)
    await hands.type(dialog(admin).getByLabel('Correo electrónico'), 'sol@e.es', { isFocused: true })
    await hands.enter(admin)
    await expect(dialog(admin)).toBeHidden()
    await hands.click(admin.getByRole('button', { name: 'Nuevo contrato' }))
    await hands.click(admin.getByText('Proveedor', { exact: true }))
    await hands.click(dialog(admin).getByRole('button', { name: 'Nuevo proveedor' }))
    const provider = admin.getByRole('dialog', { name: 'Nuevo proveedor' })
    await hands.type(provider.getByLabel('Nombre', { exact: true }), 'Luz', { isFocused: true })
    await hands.enter(admin)
    await expect(provider).toBeHidden()
    await hands.type(dialog(admin).getByLabel('Descripción'), 'Luz')
    await hands.next(admin)
    await hands.type(dialog(admin).getByLabel('Monto total'), '900', { isFocused: true })
    await hands.type(dialog(admin).getByLabel('Fin', { exact: true }), '31/12/2090')
    await hands.enter(admin)
    await expect(dialog(admin)).toBeHidden()
    await hands.type(admin.getByLabel('Monto Total'), '900')
    await invite(admin.getByRole('button', { name: 'Nueva persona' }).first(), 'Eva', email)
    await invite(admin.getByRole('button', { name: 'Nueva persona' }).last(), 'Leo', 'leo@e.es')
    await expect(admin.getByText('Los pedidos esperarán hasta que acepten su invitación.')).toBeVisible()
    await hands.click(admin.getByRole('button', { name: 'Crear Proyecto' }))
    await expect(admin).toHaveURL(/\/empresa\/projects$/)
  })

  await test.step('the checklist offers the order next', async () => {
    await hands.click(
      admin.getByRole('region', { name: 'Primeros pasos' }).getByRole('link', { name: 'Nuevo Documento' }),
    )
    await hands.click(admin.getByText('Solicitar pago o gasto'))
    await hands.type(admin.getByLabel('Nombre', { exact: true }), 'Luz')
    await hands.click(admin.getByRole('button', { name: 'Usar Luz' }))
    await hands.type(admin.getByLabel('Monto', { exact: true }), '50')
    await hands.click(admin.getByRole('button', { name: 'Guardar' }))
    await expect(admin).toHaveURL(/\/empresa\/projects\/PRJ-\d+$/)
  })

  await test.step('the approver opens the mail, chooses a password, is told what waits, and approves', async () => {
    const eva = await visit(await linkIn(email, 'invitation'))
    hands.pressed()
    await hands.type(eva.getByLabel('Nueva contraseña'), password)
    await hands.next(eva)
    await hands.next(eva)
    await hands.type(eva.getByLabel('Confirmar contraseña'), password, { isFocused: true })
    await hands.enter(eva)
    await hands.click(eva.getByRole('link', { name: '1 pedido espera tu aprobación' }))
    await hands.click(eva.getByRole('button', { name: /^Aprobar( documento)?$/ }))
    await expect(eva.getByText('Has aprobado este documento correctamente')).toBeVisible()
  })

  await test.step('and the first steps are done', async () => {
    await admin.goto('/empresa/projects')
    await expect(admin.getByRole('heading', { name: 'Obra' })).toBeVisible()
    await expect(admin.getByRole('heading', { name: 'Primeros pasos' })).toHaveCount(0)
  })

  console.log(`first value: ${hands.clicks} clicks, ${hands.keys} keys`)
  expect(hands.clicks).toBeLessThanOrEqual(most.clicks)
  expect(hands.keys).toBeLessThanOrEqual(most.keys)
})

const dialog = (page: Page) => page.getByRole('dialog').last()

/** Counts what a person presses and types. A field that is not where the last one ended is clicked first. */
function counting() {
  return {
    clicks: 0,
    keys: 0,
    async click(target: Locator) {
      this.clicks++
      await target.click()
    },
    async type(field: Locator, text: string, { isFocused = false } = {}) {
      if (isFocused) await expect(field).toBeFocused()
      else await this.click(field)
      this.keys += text.length
      await field.pressSequentially(text)
    },
    async next(page: Page) {
      this.keys++
      await page.keyboard.press('Tab')
    },
    async enter(page: Page) {
      this.keys++
      await page.keyboard.press('Enter')
    },
    /** A press outside of the page, as on the link of a mail. */
    pressed() {
      this.clicks++
    },
  }
}
