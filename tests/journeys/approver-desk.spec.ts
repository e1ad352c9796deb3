import type { Locator, Page } from '@playwright/test'
import { dayFromToday } from '#tests/support/days.ts'
import { expect, test, wellMadeDialog } from './journey.ts'
import type { Works } from './works.ts'

/** Notices in passing: what they say stands on the order's timeline too. */
const notices = (page: Page) => page.getByRole('region', { name: /^Notificaciones/ })

type Row = { id: string; approvals: { approved: number } }

/** True when the middle of a button, once in sight, is covered by nothing else. */
async function isReachable(button: Locator): Promise<boolean> {
  await button.scrollIntoViewIfNeeded()
  return button.evaluate(element => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
}

/** Somebody who alone approves in a project whose supplier has been paid before. */
async function desk(works: Works, name: string) {
  const approver = await works.person(name, 'Mesa')
  const project = await works.project({
    name: `Obra de ${name}`,
    approverIds: [approver.id],
    total: '10000000',
  })
  const paid = await project.order('El primero', '111')
  await works.decide(approver, paid, 'approve')
  const body = { revision: 1, executedOn: dayFromToday(), reference: 'TRF-1' }
  await works.talk.post(`/api/documents/${paid}/execution`, await works.tokenOf(works.caja), body)
  return { approver, project }
}

test('what holds no surprise is approved together; what needs attention is set aside with its reason @desktop', async ({
  as,
  works,
}) => {
  const { approver, project } = await desk(works, 'Berta')
  for (const [at, name] of ['Arena', 'Grava', 'Hormigón'].entries()) await project.order(name, `${2000 + at}`)
  await project.order('Cemento', '5000')
  await project.order('Otra vez cemento', '5000')
  await project.order('Una grúa entera', '99000000')
  const page = await as(approver.email, '/client/pending-approvals')
  const list = page.getByRole('list', { name: 'Documentos pendientes' })
  await expect(list.getByRole('listitem')).toHaveCount(6)
  await expect(list.getByText('Excede el contrato')).toHaveCount(1)

  await test.step('x marks what is shown, with shift up to there, and the sum is said', async () => {
    await page.keyboard.press('x')
    await expect(page.getByRole('region', { name: 'Elegidos' })).toContainText('20 €')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await expect(page.getByRole('button', { name: 'Aprobar 3' })).toBeVisible()
    await page.getByRole('button', { name: 'No elegir ninguno' }).click()
  })

  await test.step('one box takes all that need no attention, and another one by hand', async () => {
    await page.getByLabel('Las que no necesitan atención (3)').check()
    await list.getByRole('checkbox').last().check()
    await expect(page.getByRole('button', { name: 'Aprobar 4' })).toBeVisible()
  })

  await test.step('before it happens it is said what is approved and what is not', async () => {
    await page.keyboard.press('Shift+A')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('60,03 €')
    await expect(dialog.getByRole('region', { name: 'Se aparta 1 pedido' })).toContainText(
      'Excede el contrato',
    )
    await wellMadeDialog(page)
    // Meanwhile the same order is made again: the server sees what the list could not.
    await project.order('Arena de nuevo', '2000')
    await dialog.getByRole('button', { name: 'Aprobar 3' }).click()
    await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('2 pedidos aprobados')
    await expect(dialog.getByRole('region', { name: 'Queda 1 sin aprobar' })).toContainText('Arena')
    await expect(dialog).toContainText('Posible duplicado')
    await dialog.getByRole('button', { name: 'Entendido' }).click()
    await expect(list.getByText('Grava')).toBeHidden()
    await expect(list.getByText('Hormigón')).toBeHidden()
    await expect(list.getByRole('listitem')).toHaveCount(5)
  })
})

test('after an own bulk approval nothing alarms: the list is empty and says so @desktop', async ({
  as,
  works,
}) => {
  const { approver, project } = await desk(works, 'Calma')
  for (const [at, name] of ['Yeso', 'Cal'].entries()) await project.order(name, `${3000 + at}`)
  const page = await as(approver.email, '/client/pending-approvals')
  await page.getByLabel('Las que no necesitan atención (2)').check()
  await page.getByRole('button', { name: 'Aprobar 2' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Aprobar 2' }).click()
  await expect(page.getByText('Nada espera tu decisión')).toBeVisible()
  // The list has been read again by then, and the news of it have come.
  const token = await works.tokenOf(approver)
  await expect
    .poll(async () => (await works.talk.get('/api/approvals/pending', token)).body.items.length)
    .toBe(0)
  await page.getByRole('button', { name: /^Notificaciones/ }).click()
  await expect(page.getByText('No tienes notificaciones')).toBeVisible()
  await expect(page.getByText('Ha cambiado mientras lo mirabas')).toBeHidden()
})

test('z takes back the last approval of an order too, which nobody can pay any more @desktop', async ({
  as,
  works,
}) => {
  const { approver, project } = await desk(works, 'Vuelta')
  const id = await project.order('Compuerta', '6100')
  const page = await as(approver.email, '/client/pending-approvals')
  await expect(page.getByRole('article').getByRole('heading', { name: 'Compuerta' })).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.locator('[data-sonner-toast]')).toContainText(`${id} · Compuerta`)
  const token = await works.tokenOf(works.caja)
  const queued = async () =>
    JSON.stringify((await works.talk.get('/api/executions/pending', token)).body).includes(`"${id}"`)
  await expect.poll(queued).toBe(true)
  await page.keyboard.press('z')
  await expect(notices(page)).toContainText('Aprobación deshecha')
  await expect(page.getByRole('article').getByRole('heading', { name: 'Compuerta' })).toBeVisible()
  await expect.poll(queued).toBe(false)
})

for (const size of [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
])
  test(`the notice of an approval leaves the buttons of the next order free at ${size.width} px @desktop`, async ({
    as,
    works,
  }) => {
    const name = `Libre${size.width}`
    const approver = await works.person(name, 'Mesa')
    const project = await works.project({ name, approverIds: [approver.id, works.ana.id], total: '10000000' })
    for (let at = 1; at <= 4; at++) await project.order(`Partida ${at}`, `${4000 + at}`)
    const page = await as(approver.email)
    await page.setViewportSize(size)
    await page.goto('/client/pending-approvals')
    const notices = page.locator('[data-sonner-toast]')
    const article = page.getByRole('article')
    for (let at = 1; at <= 3; at++) {
      await expect(article.getByRole('heading', { name: `Partida ${at}`, exact: true })).toBeVisible()
      await article.getByRole('button', { name: 'Aprobar documento' }).click()
      await expect(notices.filter({ hasText: `Partida ${at}` })).toBeVisible()
      // The one before is replaced where it stood: nothing moves under a pointer.
      await expect(notices).toHaveCount(1)
      for (const answer of ['Rechazar', 'Devolver para cambios', 'Aprobar documento'])
        expect(await isReachable(article.getByRole('button', { name: answer, exact: true })), answer).toBe(
          true,
        )
    }
    await expect(notices).toContainText('Y 2 más antes')
    await notices.getByRole('button', { name: 'Deshacer' }).click()
    await expect(article.getByRole('heading', { name: 'Partida 3', exact: true })).toBeVisible()
  })

test('twenty orders in a row with one key: none is lost, none is decided twice, the last is taken back @desktop', async ({
  as,
  works,
}) => {
  const approver = await works.person('Vega', 'Prisa')
  const project = await works.project({
    name: 'Veinte',
    total: '100000000',
    approverIds: [approver.id, works.ana.id],
  })
  const ids: string[] = []
  for (let at = 0; at < 20; at++) ids.push(await project.order(`Partida ${at + 1}`, `${7000 + at}`))
  const page = await as(approver.email)
  const decided: string[] = []
  page.on('request', request => {
    const [, id] = /documents\/(DOC-\d+)\/decision$/.exec(request.url()) ?? []
    if (id !== undefined) decided.push(id)
  })
  await page.goto('/client/pending-approvals')
  const rows = page.getByRole('list', { name: 'Documentos pendientes' }).getByRole('listitem')
  await expect(rows).toHaveCount(20)
  await expect(
    page.getByRole('article').getByRole('heading', { name: 'Partida 1', exact: true }),
  ).toBeVisible()
  const token = await works.tokenOf(approver)
  const approvals = async (): Promise<number[]> => {
    const { body } = await works.talk.get(`/api/documents?projectId=${project.id}&limit=50`, token)
    const counts = new Map<string, number>(body.items.map((row: Row) => [row.id, row.approvals.approved]))
    return ids.map(id => counts.get(id) ?? -1)
  }

  await test.step('a, twenty times, without waiting for an answer', async () => {
    for (let at = 0; at < 20; at++) await page.keyboard.press('a')
    await expect(page.getByText('Nada espera tu decisión')).toBeVisible()
    await expect.poll(approvals).toEqual(ids.map(() => 1))
    expect(decided).toEqual(ids)
  })

  await test.step('z takes the last one back, and it stands there again; its toast could do the same', async () => {
    await page.keyboard.press('z')
    await expect(notices(page)).toContainText('Aprobación deshecha')
    await expect(rows).toHaveCount(1)
    await expect(page.getByRole('article').getByRole('heading', { name: 'Partida 20' })).toBeVisible()
    expect(await approvals()).toEqual(ids.map((_, at) => (at === 19 ? 0 : 1)))
    await page.keyboard.press('a')
    await page.getByRole('button', { name: 'Deshacer' }).first().click()
    await expect(rows).toHaveCount(1)
  })

  await test.step('on the order’s page it is taken back too, and who came first says why it cannot be', async () => {
    await page.goto(`/client/projects/${project.id}/documents/${ids[0]}`)
    await page.getByRole('button', { name: 'Deshacer mi aprobación' }).click()
    await page.getByRole('button', { name: 'Aprobar', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Deshacer mi aprobación' })).toBeVisible()
    await page.route('**/api/live', () => {})
    await page.reload()
    const button = page.getByRole('button', { name: 'Deshacer mi aprobación' })
    await expect(button).toBeVisible()
    await works.decide(works.ana, ids[0] ?? '', 'approve')
    await button.click()
    await expect(page.getByText('El pedido ya no está en aprobación.')).toBeVisible()
    await expect(button).toBeHidden()
  })
})

test('a notice moved 20 px goes, one moved less stays @desktop', async ({ as, works }) => {
  const approver = await works.person('Suave', 'Gesto')
  const project = await works.project({ name: 'Gestos', approverIds: [approver.id, works.ana.id] })
  await project.order('Arena', '4100')
  const page = await as(approver.email, '/client/pending-approvals')
  await page.getByRole('article').getByRole('button', { name: 'Aprobar documento' }).click()
  const notice = page.locator('[data-sonner-toast]').filter({ hasText: 'Arena' })
  await expect(notice).toBeVisible()
  // Place of the notice once it has come to rest: it rises from below the window.
  await expect(notice).toHaveAttribute('data-mounted', 'true')
  await notice.evaluate(element => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  const box = await notice.boundingBox()
  if (box === null) throw new Error('the notice has no place')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const moved = async (by: number) => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - by, y, { steps: 5 })
    // Held still, so that it is the distance that counts and not the speed.
    await page.waitForTimeout(400)
    await page.mouse.up()
  }
  await moved(10)
  await expect(notice).toHaveAttribute('data-expanded', 'true')
  // Text marked by the mouse would be dragged away by the next press.
  await page.evaluate(() => getSelection()?.removeAllRanges())
  await moved(24)
  await expect(notice).toBeHidden({ timeout: 3000 })
})
