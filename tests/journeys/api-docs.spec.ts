import { expect, test } from './people.ts'

test('an integrator reads the API from the help and tries a call, and nobody else hears of it', async ({
  visit,
}) => {
  const page = await visit('/ayuda')
  const foreign: string[] = []
  page.on('request', request => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== new URL(page.url()).origin) foreign.push(request.url())
  })
  await page.getByRole('link', { name: 'API para programas' }).click()
  await expect(page).toHaveURL(/\/api\/docs$/)
  await expect(page.getByRole('heading', { name: /^Visto Bueno/ })).toBeVisible()

  await test.step('a call is found, opened and tried', async () => {
    await page.getByPlaceholder('Filter by tag').fill('Sistema')
    await page.getByRole('heading', { name: /^Sistema/ }).click()
    await page
      .getByRole('button', { name: /\/healthz/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Try it out' }).click()
    await page.getByRole('button', { name: 'Execute', exact: true }).click()
    await expect(page.getByText('"ok": true').first()).toBeVisible()
  })

  await test.step('a token is asked for', async () => {
    await page.getByRole('button', { name: 'Authorize', exact: true }).click()
    await expect(page.getByText('session (http, Bearer)')).toBeVisible()
  })

  const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(width).toBeLessThanOrEqual(0)
  expect(foreign).toEqual([])
})

test('the page of a problem is for people', async ({ visit }) => {
  const page = await visit('/problems/idempotency_key_missing')
  await expect(page.getByRole('heading', { level: 1, name: 'Falta la clave de idempotencia.' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Qué hacer' })).toBeVisible()
})
