// `npm run pictures`: the README's pictures, taken from the running demo. Every one is a real screen.

import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { demoPassword } from '#demo/password.ts'
import { findChromium } from '../tests/support/chromium.ts'
import { startServer } from '../tests/support/server.ts'

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url))
const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

type Picture = { name: string; who: string; path: string; size?: typeof desktop; dark?: boolean }

const pictures: readonly Picture[] = [
  { name: 'inicio', who: '', path: '/' },
  { name: 'panel', who: 'marta', path: '/client/dashboard' },
  { name: 'proyecto', who: 'cliente', path: '/client/projects/PRJ-001' },
  { name: 'pedido-nuevo', who: 'cliente', path: '/client/projects/PRJ-001/documents/new?type=gasto' },
  { name: 'aprobaciones', who: 'diego', path: '/client/pending-approvals' },
  { name: 'pedido', who: 'cliente', path: '/client/projects/PRJ-001/documents/DOC-003' },
  { name: 'contratos', who: 'empresa', path: '/empresa/contracts', dark: true },
  { name: 'movil', who: 'diego', path: '/client/projects/PRJ-001', size: phone },
]

fs.mkdirSync(folder, { recursive: true })
const server = await startServer()
const executablePath = findChromium() ?? 'chromium'
const browser = await chromium.launch({
  executablePath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
for (const { name, who, path, size = desktop, dark = false } of pictures) {
  const colorScheme = dark ? 'dark' : 'light'
  const page = await browser.newPage({ baseURL: server.origin, viewport: size, locale: 'es-ES', colorScheme })
  if (who !== '') {
    await page.goto('/login')
    await page.getByLabel('Correo electrónico').fill(`${who}@demo.example`)
    await page.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await page.waitForURL(url => !url.pathname.startsWith('/login'))
  }
  await page.goto(path)
  // The network is never idle: open screens listen.
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[role=status][aria-label^="Cargando"]'))
  await page.waitForLoadState('load')
  await page.screenshot({ path: `${folder}${name}.png` })
  await page.close()
}
await browser.close()
await server.stop()
