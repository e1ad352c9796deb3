import { expect, test } from './journey.ts'

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

  const bell = list.getByRole('button', { name: /^Notificaciones/ })
  const before = (await bell.getAttribute('aria-label')) ?? ''
  await works.decide(works.ana, order, 'approve')
  await expect(row).toContainText('Pendiente (1/2)')
  await works.decide(works.luis, order, 'approve')
  await expect(detail.getByText('Aprobado', { exact: true }).first()).toBeVisible()
  await expect(bell).not.toHaveAttribute('aria-label', before)
})

test('an order that others decide while it is looked at stays, says so, and no key decides the next one instead @desktop', async ({
  as,
  works,
}) => {
  // An approver whose inbox holds nothing of another journey.
  const pilar = await works.person('Pilar', 'Propia')
  const project = await works.project({ name: 'Bandeja viva', approverIds: [pilar.id, works.luis.id] })
  const first = await project.order('Andamios', '100000')
  await project.order('Barandillas', '200000')
  const page = await as(pilar.email, '/client/pending-approvals')
  const detail = page.getByRole('article')
  await expect(detail.getByRole('heading', { name: 'Andamios' })).toBeVisible()
  await expect(detail.getByRole('button', { name: 'Aprobar' })).toBeVisible()

  await works.decide(works.luis, first, 'reject')
  await expect(detail.getByText('Ha cambiado mientras lo mirabas')).toBeVisible()
  await expect(detail.getByRole('heading', { name: 'Andamios' })).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByText('Este pedido ya no espera tu decisión').last()).toBeVisible()
  await page.keyboard.press('j')
  await expect(detail.getByRole('heading', { name: 'Barandillas' })).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByText('Nada espera tu decisión')).toBeVisible()
})

test('a stream that is lost is tried again after 1, 2, 5 and 10 seconds, and says so meanwhile', async ({
  as,
  works,
}) => {
  const page = await as(works.client.email)
  const begin = Date.now()
  await page.clock.install({ time: begin })
  await page.clock.pauseAt(begin + 1000)
  let isAway = true
  const tried: number[] = []
  const answered: true[] = []
  await page.exposeFunction('noteTry', (at: number) => void tried.push(at))
  await page.exposeFunction('noteAnswer', () => void answered.push(true))
  await page.addInitScript(() => {
    const { fetch } = window
    window.fetch = (input, init) => {
      const answer = fetch(input, init)
      if (input === '/api/live') {
        // By the clock of the page, which only the lines below move.
        Object(window).noteTry(Date.now())
        answer.finally(Object(window).noteAnswer).catch(() => {})
      }
      return answer
    }
  })
  await page.route('**/api/live', route => (isAway ? route.abort('internetdisconnected') : route.continue()))
  await page.goto('/client/dashboard')
  const banner = page.getByText('El servidor no responde.')
  const tries = async (atLeast: number) => {
    await expect(async () => {
      // The clock stands still until the network has said no.
      if (answered.length === tried.length) await page.clock.runFor(300)
      expect(tried.length).toBeGreaterThanOrEqual(atLeast)
    }).toPass({ intervals: [20] })
  }
  await tries(6)
  const waits = tried.slice(1).map((at, index) => Math.round((at - (tried[index] ?? 0)) / 1000))
  expect(waits.slice(0, 5)).toEqual([1, 2, 5, 10, 10])
  await expect(banner).toBeVisible()
  isAway = false
  await tries(tried.length + 1)
  await expect(banner).toBeHidden()
})
