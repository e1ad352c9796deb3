import { chromium } from '@playwright/test'
import { findChromium } from './tests/support/chromium.ts'
const base = 'http://127.0.0.1:3147'
const browser = await chromium.launch({ executablePath: findChromium() ?? 'chromium', args: ['--no-sandbox'] })
async function as(email, opts) {
  const r = await fetch(base + '/auth/v1/token?grant_type=password', { method: 'POST', headers: { 'content-type': 'application/json', apikey: 'sb_publishable_visto_bueno' }, body: JSON.stringify({ email, password: 'vistobueno-demo' }) })
  const s = await r.json()
  const context = await browser.newContext({ ...opts, locale: 'es-ES', storageState: { cookies: [], origins: [{ origin: base, localStorage: [{ name: 'sb-127-auth-token', value: JSON.stringify(s) }] }] } })
  return context.newPage()
}
const looks = [['light', { viewport: { width: 1280, height: 900 } }], ['dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }], ['phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }]]
for (const [name, opts] of looks) {
  const a = await as('empresa@demo.example', opts)
  await a.goto(base + '/empresa/settings'); await a.getByText('Usuarios activos').waitFor(); await a.waitForTimeout(500)
  await a.screenshot({ path: `/tmp/i4d-settings-${name}.png`, fullPage: true })
  await a.goto(base + '/empresa/people?q=marta'); await a.getByRole('button', { name: /^Desactivar a Marta/ }).first().click()
  await a.getByText('Lo que').or(a.getByRole('list', { name: 'Lo que deja' })).first().waitFor(); await a.waitForTimeout(500)
  await a.screenshot({ path: `/tmp/i4d-wizard-${name}.png` })
  const c = await as('cliente@demo.example', opts)
  await c.goto(base + '/client/client-users'); await c.getByText('Diego').first().waitFor(); await c.waitForTimeout(300)
  await c.screenshot({ path: `/tmp/i4d-users-${name}.png` })
  await c.getByRole('button', { name: /^Más acciones con/ }).first().click(); await c.getByRole('menuitem', { name: 'Permisos en los proyectos' }).click()
  await c.getByRole('button', { name: 'Guardar' }).waitFor(); await c.waitForTimeout(400)
  await c.screenshot({ path: `/tmp/i4d-perms-${name}.png` })
}
await browser.close()
