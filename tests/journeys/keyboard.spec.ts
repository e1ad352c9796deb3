import { counting } from './hands.ts'
import { expect, test } from './journey.ts'
import { orderByKeyboard } from './tasks.ts'

test('the inbox is worked off without a mouse: each decision is of what is shown, and leads to the next @desktop', async ({
  as,
  works,
}) => {
  const eva = await works.person('Eva', 'Teclas')
  const project = await works.project({ name: 'Laboratorio', approverIds: [eva.id] })
  const names = ['Matraces', 'Balanza', 'Campana', 'Estufa']
  const orders: string[] = []
  for (const name of names) orders.push(await project.order(name, '50000'))

  const page = await as(eva.email, '/client/pending-approvals')
  const list = page.getByRole('list', { name: 'Documentos pendientes' })
  const shown = (name: string) =>
    expect(page.getByRole('article').getByRole('heading', { name })).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(4)
  await shown('Matraces')

  await test.step('j and k move, and stop at the ends', async () => {
    await page.keyboard.press('k')
    await shown('Matraces')
    for (const name of ['Balanza', 'Campana', 'Estufa', 'Estufa']) {
      await page.keyboard.press('j')
      await shown(name)
    }
    for (const name of ['Campana', 'Balanza']) {
      await page.keyboard.press('k')
      await shown(name)
    }
  })

  await test.step('a approves what is shown, and the next one stands in its place', async () => {
    await page.keyboard.press('a')
    await expect(page.getByText('Has aprobado este documento correctamente')).toBeVisible()
    await shown('Campana')
    await expect(list.getByRole('listitem')).toHaveCount(3)
  })

  await test.step('a key that follows another one is not a decision', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.keyboard.press('n')
    await page.keyboard.press('r')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await shown('Campana')
    await expect(list.getByRole('listitem')).toHaveCount(3)
  })

  await test.step('a letter typed into the comment decides nothing', async () => {
    await page.getByLabel('Comentarios').fill('')
    await page.getByLabel('Comentarios').pressSequentially('ara')
    await expect(list.getByRole('listitem')).toHaveCount(3)
    await page.getByLabel('Comentarios').fill('')
    await page.getByLabel('Comentarios').blur()
  })

  await test.step('r asks for the comment first; Escape decides nothing; with it, it is rejected', async () => {
    await page.keyboard.press('r')
    await expect(page.getByRole('dialog')).toContainText('Campana')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(list.getByRole('listitem')).toHaveCount(3)
    await expect(list.getByRole('link', { name: 'Campana' })).toBeFocused()
    await page.locator('main').focus()
    await page.keyboard.press('r')
    await expect(page.getByRole('dialog').getByLabel('Comentarios')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(list.getByRole('link', { name: 'Campana' })).toBeFocused()
    await page.keyboard.press('r')
    await expect(page.getByRole('dialog').getByLabel('Comentarios')).toBeFocused()
    await page.keyboard.type('Ya hay una')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Has rechazado este documento')).toBeVisible()
    await shown('Estufa')
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expect(page.locator('main :is(article, a[aria-current]):focus')).toHaveCount(1)
  })

  await test.step('the server registered those decisions, on those orders, and no other', async () => {
    const states = []
    for (const id of orders) {
      await page.goto(`/client/projects/${project.id}/documents/${id}`)
      const badge = page
        .getByRole('banner')
        .or(page.getByRole('main'))
        .getByText(/^(Pendiente|Aprobado|Rechazado)$/)
      states.push(await badge.first().textContent())
    }
    expect(states).toEqual(['Pendiente', 'Aprobado', 'Rechazado', 'Pendiente'])
    await page.goto(`/client/projects/${project.id}/documents/${orders[2]}`)
    await expect(page.getByText('Ya hay una').first()).toBeVisible()
  })
})

test('an order is made, and returned to be corrected, without a mouse @desktop', async ({ as, works }) => {
  const ines = await works.person('Ines', 'Vuelta')
  const project = await works.project({ name: 'Cámara fría', approverIds: [ines.id] })
  // Its supplier is then the one that was used last.
  await project.order('La de antes', '71000')
  const client = await as(works.client.email, `/client/projects/${project.id}`)
  const hands = counting()
  await orderByKeyboard(client, hands)
  expect(hands.clicks).toBe(0)

  const page = await as(ines.email, '/client/pending-approvals')
  const list = page.getByRole('list', { name: 'Documentos pendientes' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('j')
  await expect(page.getByRole('article').getByRole('heading', { name: 'Climatización' })).toBeVisible()
  const send = page.getByRole('button', { name: 'Devolver para cambios' })
  await hands.tabTo(send)
  await page.keyboard.press('Enter')
  // It needs a reason, and the keyboard is where it is written.
  await expect(page.getByLabel('Comentarios')).toBeFocused()
  await page.keyboard.type('Falta la factura')
  await hands.tabTo(send)
  await page.keyboard.press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).not.toContainText('Climatización')
})
