// Clicks and seconds that a person spends on the two jobs of every day. Clicks are counted as the browser hears them; of
// seconds, those of a hand are reckoned with the times that Card, Moran and Newell measured (the keystroke-level
// model, 1980), a thumb's instead of a mouse's, and those of the machine are the ones it is waited for here.
import type { Locator, Page } from '@playwright/test'
import { demoPassword } from '../../src/demo/password.ts'
import { expect, test } from './journey.ts'

test('from the sign-in page to the first approval there are three clicks', async ({
  browser,
  server,
  contextOptions,
  works,
}) => {
  const approver = await works.person('Clara', 'Click')
  const project = await works.project({ name: 'Obra de Clara', approverIds: [approver.id] })
  await project.order('Baldosas de Clara', '4321')
  const context = await browser.newContext({ ...contextOptions, baseURL: server.origin })
  await context.addInitScript(countPresses)
  const page = await context.newPage()
  await page.goto('/login')
  // Cache of the browser of somebody who comes every day.
  await page.getByLabel('Correo electrónico').fill(approver.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  const waiting = page.getByRole('region', { name: 'Lo que espera por ti' })
  await waiting.getByRole('link', { name: 'Baldosas de Clara' }).click()
  await page.getByRole('button', { name: /^Aprobar( documento)?$/ }).click()
  await expect(page.getByText('Has aprobado este documento correctamente')).toBeVisible()
  expect(await page.evaluate(() => Number(sessionStorage.getItem('presses')))).toBe(3)
  await context.close()
})

test('a new order with the photo of its invoice takes less than a minute @phone', async ({ as, works }) => {
  const name = `Terraza ${crypto.randomUUID().slice(0, 4)}`
  await works.project({ name })
  const page = await as(works.client.email)
  const hand = handOn(page)

  hand.decides()
  await hand.taps(page.getByRole('main').getByRole('link', { name, exact: true }))
  hand.decides()
  await hand.taps(page.getByRole('link', { name: 'Nuevo Documento' }).first())
  hand.decides()
  await hand.taps(page.getByText('Solicitar pago o gasto'))
  hand.decides()
  await hand.types(page.getByLabel('Nombre', { exact: true }), 'Toldos terraza')
  hand.decides()
  await hand.types(page.getByRole('combobox', { name: 'Proveedor' }), works.supplier.slice(0, 4))
  await hand.taps(page.getByRole('option', { name: works.supplier }))
  hand.decides()
  await hand.types(page.getByLabel('Monto', { exact: true }), '843,50')
  hand.decides()
  await hand.photographs(page.getByRole('button', { name: 'Hacer foto' }))
  await hand.waitsFor(page.getByRole('button', { name: 'Quitar factura.png' }))
  await hand.waitsFor(page.getByText('0,1 KB'))
  hand.decides()
  await hand.taps(page.getByRole('button', { name: 'Guardar' }))
  await hand.waitsFor(page.getByText('Pedido enviado'))

  const { seconds, waited, said } = hand.spent()
  const sum = seconds + waited
  console.log(`${said} = ${seconds.toFixed(1)} s, waited ${waited.toFixed(1)} s: ${sum.toFixed(1)} s`)
  expect(sum).toBeLessThan(60)
  await expect(page.getByText('Toldos terraza')).toBeVisible()
})

/** In every page, before its own scripts: how often somebody has pressed. */
function countPresses(): void {
  const count = (event: Event) => {
    if (event.isTrusted)
      sessionStorage.setItem('presses', `${Number(sessionStorage.getItem('presses') ?? 0) + 1}`)
  }
  addEventListener('pointerdown', count, true)
}

/** Seconds: a character on a phone's keys, a thumb that finds and presses something, a decision. */
const cost = { character: 0.35, tap: 1.1, decision: 1.35 }

function handOn(page: Page) {
  const done = { character: 0, tap: 0, decision: 0 }
  let waited = 0
  const waitsFor = async (target: Locator) => {
    const began = performance.now()
    await expect(target).toBeVisible()
    waited += (performance.now() - began) / 1000
  }
  const taps = async (target: Locator) => {
    await waitsFor(target)
    // A target below the fold is brought into sight first, with a flick of the thumb.
    if (!(await isInSight(page, target))) done.tap++
    done.tap++
    await target.click()
  }
  return {
    taps,
    waitsFor,
    decides: () => void done.decision++,
    types: async (field: Locator, text: string) => {
      await taps(field)
      await expect(field).toBeFocused()
      done.character += text.length
      await page.keyboard.type(text)
      await expect(field).toHaveValue(text)
    },
    photographs: async (button: Locator) => {
      const chooser = page.waitForEvent('filechooser')
      await taps(button)
      // In the camera: aim, press, and keep the picture.
      done.decision++
      done.tap += 2
      await (await chooser).setFiles({ name: 'factura.png', mimeType: 'image/png', buffer: picture })
    },
    spent: () => {
      const { character, tap, decision } = done
      const seconds = character * cost.character + tap * cost.tap + decision * cost.decision
      return { seconds, waited, said: `${character} characters, ${tap} taps, ${decision} decisions` }
    },
  }
}

async function isInSight(page: Page, target: Locator): Promise<boolean> {
  const box = await target.boundingBox()
  const height = page.viewportSize()?.height ?? 0
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

/** One point: how long a large one travels is the network's. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
