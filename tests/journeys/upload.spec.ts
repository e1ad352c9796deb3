import type { Page } from '@playwright/test'
import { expect, test, wellMade } from './journey.ts'

const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A file let go, or pasted, over something that is not the place for files. */
const bring = (page: Page, how: 'drop' | 'paste', name: string, onto: string) =>
  page.locator(onto).evaluate(
    (element, { how, name, picture }) => {
      const bytes = Uint8Array.from(atob(picture), letter => letter.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], name, { type: 'image/png' }))
      const options = { bubbles: true, cancelable: true }
      const event =
        how === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: data })
          : new ClipboardEvent('paste', { ...options, clipboardData: data })
      element.dispatchEvent(event)
      return event.defaultPrevented
    },
    { how, name, picture },
  )

test('a file dropped or pasted anywhere on the form is taken, seen before it is sent, and tried again', async ({
  as,
  works,
}) => {
  const project = await works.project({ name: 'Lagar' })
  const page = await as(works.client.email, `/client/projects/${project.id}/documents/new?type=gasto`)
  const files = page.getByRole('group', { name: 'Adjuntos' })
  await expect(files).toBeVisible()

  await test.step('the page is not left for a file that is let go beside the place for it', async () => {
    expect(await bring(page, 'drop', 'soltada.png', 'h1')).toBe(true)
    await expect(files.getByText('soltada.png')).toBeVisible()
    await expect(files.getByText('0,1 KB')).toBeVisible()
    await expect(files.locator('li img')).toBeVisible()
  })

  await test.step('what the server has not got yet is shown all the same', async () => {
    await page.route('**/api/files', route => route.abort('internetdisconnected'))
    expect(await bring(page, 'paste', 'pegada.png', 'input[name=name]')).toBe(true)
    await expect(files.getByText('Se ha cortado la conexión. Vuelve a intentarlo.')).toBeVisible()
    await files.getByRole('button', { name: 'Ver pegada.png' }).click()
    await expect(files.getByRole('img', { name: 'Vista previa de pegada.png' })).toBeVisible()
    await wellMade(page)
    await files.getByRole('button', { name: 'Ocultar pegada.png' }).click()
    await page.unroute('**/api/files')
    await files.getByRole('button', { name: 'Reintentar' }).click()
    await expect(files.getByText('0,1 KB')).toHaveCount(2)
  })

  await test.step('words are pasted as words', async () => {
    const taken = await page.locator('input[name=name]').evaluate(element => {
      const data = new DataTransfer()
      data.setData('text/plain', 'Prensa')
      data.items.add(new File(['x'], 'celda.png', { type: 'image/png' }))
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      element.dispatchEvent(event)
      return event.defaultPrevented
    })
    expect(taken).toBe(false)
    await expect(files.getByText('celda.png')).toHaveCount(0)
  })
})
