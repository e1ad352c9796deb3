// API tokens on screen: made, used by a program, and revoked.
import { comeTo, wellMadeDialog } from './journey.ts'
import { expect, testAlone } from './people.ts'

const test = testAlone()

test('a person makes an API token, a program works with it, and it ends when it is revoked @desktop', async ({
  as,
  server,
}) => {
  const page = await as('cliente@demo.example', '/client/profile')
  await comeTo(page.getByRole('heading', { name: 'Claves de API' }))
  await page.getByRole('button', { name: 'Nueva clave' }).click()
  await page.getByRole('button', { name: 'Crear clave' }).click()
  await expect(page.getByText('Escribe un nombre')).toBeVisible()
  await expect(page.getByText('Elige al menos un permiso')).toBeVisible()
  await wellMadeDialog(page)
  await page.getByLabel('Nombre', { exact: true }).last().fill('Hoja de pedidos')
  await page.getByRole('checkbox', { name: /Ver pedidos y su historia/ }).check()
  await page.getByRole('button', { name: 'Crear clave' }).click()
  const text = (await page.getByRole('status', { name: 'Clave de API' }).textContent()) ?? ''
  await wellMadeDialog(page)
  await page.getByRole('button', { name: 'La he guardado' }).click()
  const rows = page.getByRole('list', { name: 'Tus claves de API' })
  await expect(rows.getByText('Hoja de pedidos')).toBeVisible()
  await expect(rows.getByText('sin usar')).toBeVisible()

  const ask = (path: string) => fetch(server.origin + path, { headers: { authorization: `Bearer ${text}` } })
  expect((await ask('/api/documents')).status).toBe(200)
  expect((await ask('/api/contracts')).status).toBe(403)

  await page.getByRole('button', { name: 'Anular Hoja de pedidos' }).click()
  await wellMadeDialog(page)
  await page.getByRole('button', { name: 'Anular clave' }).click()
  await expect(rows.getByText('Anulada', { exact: true })).toBeVisible()
  expect((await ask('/api/documents')).status).toBe(401)
})

test('an administrator makes the token of a service, and sees those of the people', async ({ as }) => {
  const page = await as('empresa@demo.example', '/empresa/settings/tokens')
  await page.getByRole('button', { name: 'Nueva clave de servicio' }).click()
  await expect(page.getByRole('checkbox', { name: /Aprobar, rechazar/ })).toBeHidden()
  await page.getByLabel('Servicio', { exact: true }).fill('Contabilidad')
  await page.getByRole('button', { name: 'Solo ver' }).click()
  await page.getByRole('button', { name: 'Crear clave' }).click()
  await expect(page.getByRole('status', { name: 'Clave de API' })).toHaveText(/^vb_svc_/)
  await page.getByRole('button', { name: 'La he guardado' }).click()
  await expect(page.getByRole('list', { name: 'Claves de servicios' })).toContainText('Contabilidad')
  await page.goto('/empresa/settings/audit')
  await expect(page.getByText('Clave de API creada').first()).toBeVisible()
})

test('an administrator lets only services have tokens: those of people end, and nobody makes one', async ({
  as,
}) => {
  const own = await as('cliente@demo.example', '/client/profile')
  await comeTo(own.getByRole('heading', { name: 'Claves de API' }))
  await own.getByRole('button', { name: 'Nueva clave' }).click()
  await own.getByRole('dialog').getByLabel('Nombre', { exact: true }).fill('Pedidos al almacén')
  await own.getByRole('checkbox', { name: /Ver pedidos y su historia/ }).check()
  await own.getByRole('button', { name: 'Crear clave' }).click()
  await own.getByRole('button', { name: 'La he guardado' }).click()

  const page = await as('empresa@demo.example', '/empresa/settings/tokens')
  const rule = page.getByRole('form', { name: 'Regla de las claves de API' })
  await rule.getByLabel('Una clave sirve como mucho').selectOption({ label: '30 días' })
  await rule.getByRole('checkbox', { name: /Cada persona puede crear claves/ }).uncheck()
  await expect(rule.getByText(/Al guardar se anula/)).toBeVisible()
  await rule.getByRole('button', { name: 'Guardar regla' }).click()
  await expect(page.getByText(/Se ha anulado 1 clave de personas/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Claves de personas' })).toContainText('Anulada')
  await page.getByRole('button', { name: 'Nueva clave de servicio' }).click()
  await expect(page.getByLabel('Sirve durante')).toHaveText('30 días')
  await wellMadeDialog(page)

  await own.reload()
  await comeTo(own.getByRole('heading', { name: 'Claves de API' }))
  await expect(own.getByRole('button', { name: 'Nueva clave' })).toBeDisabled()
})

test('a rule that is not saved yet stays while another administrator saves theirs, and is held against it @desktop', async ({
  as,
}) => {
  const [mine, theirs] = [
    await as('empresa@demo.example', '/empresa/settings/tokens'),
    await as('empresa@demo.example', '/empresa/settings/tokens'),
  ]
  const life = (page: typeof mine) => page.getByLabel('Una clave sirve como mucho')
  await life(mine).selectOption({ label: '7 días' })
  await life(theirs).selectOption({ label: '6 meses' })
  await theirs.getByRole('button', { name: 'Guardar regla' }).click()
  await expect(theirs.getByText('Regla de las claves guardada')).toBeVisible()

  await mine.getByRole('button', { name: 'Nueva clave de servicio' }).click()
  await mine.getByLabel('Servicio', { exact: true }).fill('Almacén')
  await mine.getByRole('button', { name: 'Solo ver' }).click()
  await mine.getByRole('button', { name: 'Crear clave' }).click()
  await mine.getByRole('button', { name: 'La he guardado' }).click()
  await expect(mine.getByRole('list', { name: 'Claves de servicios' })).toContainText('Almacén')
  await expect(life(mine)).toHaveValue('7')
  await mine.getByRole('button', { name: 'Guardar regla' }).click()
  await expect(mine.getByText(/Otra persona ha cambiado la regla/)).toBeVisible()
  await mine.getByRole('button', { name: 'Descartar cambios' }).click()
  await expect(life(mine)).toHaveValue('180')
})
