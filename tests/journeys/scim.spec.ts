// The directory of a company on screen: its address, its key, and what came of its calls.
import { wellMade, wellMadeDialog } from './journey.ts'
import { expect, testAlone } from './people.ts'

const test = testAlone()

test('an administrator connects the directory, and sees whom it added and what it could not do', async ({
  as,
  server,
}) => {
  const page = await as('empresa@demo.example', '/empresa/settings/sign-in')
  const card = page.getByRole('region', { name: 'Alta y baja automática de personas (SCIM)' })
  // The card comes when the page is near it.
  await page.getByRole('heading', { name: '4. Cómo se entra' }).scrollIntoViewIfNeeded()
  await card.scrollIntoViewIfNeeded()
  const address = (await card.getByLabel('Dirección para el directorio').textContent()) ?? ''
  expect(address).toMatch(/\/scim\/v2$/)
  await expect(card.getByText(/^Falta la clave/)).toBeVisible()
  await wellMade(page)

  await card.getByRole('link', { name: 'Crear la clave' }).click()
  await page.getByLabel('Servicio', { exact: true }).fill('Directorio')
  await expect(page.getByRole('checkbox', { name: /desde el directorio/ })).toBeChecked()
  await page.getByRole('button', { name: 'Crear clave' }).click()
  const key = (await page.getByRole('status', { name: 'Clave de API' }).textContent()) ?? ''
  await wellMadeDialog(page)
  await page.getByRole('button', { name: 'La he guardado' }).click()

  const add = (userName: string) =>
    fetch(`${server.origin}/scim/v2/Users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName,
        name: { givenName: 'Aurora', familyName: 'Nieto' },
      }),
    })
  expect((await add('aurora.nieto@demo.example')).status).toBe(201)
  expect((await add('empresa@demo.example')).status).toBe(409)

  await page.goto('/empresa/settings/sign-in')
  await page.getByRole('heading', { name: '4. Cómo se entra' }).scrollIntoViewIfNeeded()
  await card.scrollIntoViewIfNeeded()
  await expect(card.getByText(/^Hay una clave de servicio en vigor/)).toBeVisible()
  await expect(card.getByRole('list', { name: 'Últimos cambios del directorio' })).toContainText(
    /Aurora Nieto.*Invitada/s,
  )
  const refused = card.getByRole('list', { name: 'Cambios que no se han podido hacer' })
  await expect(refused).toContainText('empresa@demo.example: Ya hay una persona con ese userName.')
  await wellMade(page)
  await page.goto('/empresa/settings/audit')
  await expect(page.getByText('Invitación enlazada con el directorio').first()).toBeVisible()
})
