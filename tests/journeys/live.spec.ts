import { expect } from './journey.ts'
import { test } from './works.ts'

test('what others do shows on open screens by itself: the list, the order, and the bell @desktop', async ({
  as,
  works,
}) => {
  const project = await works.project({ name: 'En directo' })
  const list = await as(works.client.email)
  const order = await project.order('Vigas', '250000')
  await list.goto(`/client/projects/${project.id}`)
  const row = list.getByRole('row', { name: /Vigas/ })
  await expect(row).toContainText('Pendiente (0/2)')
  const detail = await list.context().newPage()
  await detail.goto(`/client/projects/${project.id}/documents/${order}`)
  await expect(detail.getByRole('heading', { level: 1 })).toContainText('Vigas')

  await works.decide(works.ana, order, 'approve')
  await expect(row).toContainText('Pendiente (1/2)')
  await works.decide(works.luis, order, 'approve')
  await expect(detail.getByText('Aprobado', { exact: true }).first()).toBeVisible()
  await expect(list.getByRole('button', { name: 'Avisos: 1 sin leer' })).toBeVisible()
})

test('a stream that is lost is tried again after 1, 2, 5 and 10 seconds, and says so meanwhile', async ({
  as,
  works,
}) => {
  const page = await as(works.client.email)
  const begin = Date.now()
  await page.clock.install({ time: begin })
  await page.clock.pauseAt(begin + 1000)
  let tried = 0
  let isAway = true
  await page.route('**/api/live', async route => {
    tried++
    await (isAway ? route.abort('internetdisconnected') : route.continue())
  })
  await page.goto('/client/dashboard')
  const banner = page.getByText('El servidor no responde.')
  await expect
    .poll(async () => {
      await page.clock.runFor(10)
      return tried
    })
    .toBe(1)
  for (const [index, seconds] of [1, 2, 5, 10, 10].entries()) {
    await page.clock.runFor(seconds * 1000 - 100)
    expect(tried).toBe(index + 1)
    await page.clock.runFor(200)
    await expect.poll(() => tried).toBe(index + 2)
  }
  await expect(banner).toBeVisible()
  isAway = false
  await page.clock.runFor(10_000)
  await expect(banner).toBeHidden()
})
