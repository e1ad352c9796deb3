import { expect, test, wellMade } from './journey.ts'

type Stage = { stage: number; turn: number; name: string; seats: readonly object[] }

/** An order whose approval has five steps, as the demo has none. */
const withSteps = (answer: { stages: readonly Stage[] }) => ({
  ...answer,
  stages: Array.from({ length: 5 }, (_, at) => ({
    ...answer.stages[0],
    stage: at + 1,
    turn: at + 1,
    name: `Visto bueno ${at + 1}`,
  })),
})

test('many steps of approval are folded where the last that fits ends, and nothing scrolls within the page', async ({
  as,
}) => {
  const page = await as('cliente@demo.example')
  await page.route('**/api/projects/PRJ-001/documents/DOC-011', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: withSteps(await response.json()) })
  })
  await page.goto('/client/projects/PRJ-001/documents/DOC-011')
  const list = page.getByRole('region', { name: 'Aprobaciones', exact: true })
  const more = page.getByRole('button', { name: /^y \d+ pasos más$/ })
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  const height = () => list.evaluate(element => element.clientHeight)
  expect(await height()).toBeLessThanOrEqual(240)
  await expect(list).toHaveCSS('overflow', 'hidden')
  await expect(list.getByText('Visto bueno 1')).toBeVisible()
  await expect(list.getByText('Visto bueno 5')).toBeHidden()
  // A row that is seen is seen whole.
  const cut = await list.evaluate(element => {
    const edge = element.getBoundingClientRect().bottom + 0.5
    return [...element.querySelectorAll('p, h3, li')].filter(
      line => getComputedStyle(line).visibility === 'visible' && line.getBoundingClientRect().bottom > edge,
    ).length
  })
  expect(cut).toBe(0)
  await wellMade(page)

  await more.click()
  await expect(list.getByText('Visto bueno 5')).toBeVisible()
  expect(await height()).toBeGreaterThan(240)
  await page.getByRole('button', { name: 'Ver menos' }).click()
  await expect(list.getByText('Visto bueno 5')).toBeHidden()
})
