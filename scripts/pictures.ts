// `npm run pictures`: pictures of the README, of the help and of the landing page, taken from the running demo. Every one is a real screen.
// `npm run pictures -- ayuda` takes those of the help alone, `npm run pictures -- portada` those of the landing page.

import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import { demoPassword } from '#demo/password.ts'
import { findChromium } from '../tests/support/chromium.ts'
import { startServer } from '../tests/support/server.ts'

const folderOf = { readme: '../docs/pictures/', ayuda: '../docs/ayuda/', portada: '../docs/pictures/' }
const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

type Picture = {
  name: string
  who: string
  path: string
  size?: typeof desktop
  dark?: boolean
  /** Link to follow from there, where the address is another in each demo. */
  follow?: string
  /** Selector of what has to be there besides: it comes by itself. */
  until?: string
  /** Button to press before the picture is taken, and what then has to be there. */
  press?: { words: string; until: string }
}

const readmePictures: readonly Picture[] = [
  { name: 'inicio', who: '', path: '/' },
  { name: 'panel', who: 'marta', path: '/client/dashboard' },
  { name: 'proyecto', who: 'cliente', path: '/client/projects/PRJ-001' },
  { name: 'pedido-nuevo', who: 'cliente', path: '/client/projects/PRJ-001/documents/new?type=gasto' },
  { name: 'aprobaciones', who: 'diego', path: '/client/pending-approvals' },
  { name: 'pedido', who: 'cliente', path: '/client/projects/PRJ-001/documents/DOC-003' },
  { name: 'banco', who: 'tesoreria', path: '/client/bank' },
  { name: 'contratos', who: 'empresa', path: '/empresa/contracts', dark: true },
  { name: 'movil', who: 'diego', path: '/client/projects/PRJ-001', size: phone },
]

const companyDashboard = { who: 'empresa', path: '/empresa/dashboard' }
const landingPictures: readonly Picture[] = [
  { name: 'portada', ...companyDashboard, size: { width: 1280, height: 760 } },
  { name: 'portada-oscura', ...companyDashboard, size: { width: 1280, height: 760 }, dark: true },
  { name: 'portada-movil', ...companyDashboard, size: { width: 390, height: 640 } },
  { name: 'portada-movil-oscura', ...companyDashboard, size: { width: 390, height: 640 }, dark: true },
]

const helpPictures: readonly Picture[] = [
  { name: 'primera-empresa', who: 'nueva', path: '/empresa/dashboard' },
  { name: 'crear-un-pedido', who: 'cliente', path: '/client/projects/PRJ-001/documents/new?type=gasto' },
  { name: 'aprobar', who: 'diego', path: '/client/pending-approvals' },
  {
    name: 'devolver-o-rechazar',
    who: 'diego',
    path: '/client/pending-approvals',
    press: { words: 'Devolver para cambios', until: 'textarea:focus' },
  },
  {
    name: 'pagar-y-confirmar',
    who: 'tesoreria',
    path: '/client/pending-confirmations?doc=DOC-009',
    // As high as the invoice below the confirmation.
    size: { width: 1280, height: 1240 },
  },
  { name: 'remesa-sepa', who: 'tesoreria', path: '/client/payment-batches/new' },
  { name: 'contratos-y-presupuesto', who: 'empresa', path: '/empresa/contracts' },
  { name: 'flujos-de-aprobacion', who: 'empresa', path: '/empresa/settings/flows' },
  {
    name: 'delegar-y-sustituir',
    who: 'lucia',
    path: '/client/profile',
    press: { words: 'Elegir sustituto', until: '[role=dialog]' },
  },
  { name: 'constancia', who: '', path: '/verificar' },
  {
    name: 'abonar',
    who: 'empresa',
    path: '/empresa/projects/PRJ-005/documents/DOC-017',
    press: { words: 'Abonar', until: '[role=dialog]' },
  },
  { name: 'cerrar-el-mes', who: 'empresa', path: '/empresa/month-end' },
  { name: 'importar', who: 'empresa', path: '/empresa/settings/imports' },
  { name: 'recibir-facturas', who: 'empresa', path: '/empresa/received-invoices' },
  {
    name: 'llaves-de-acceso',
    who: 'lucia',
    path: '/client/profile',
    press: { words: 'Añadir llave de acceso', until: '[role=dialog]' },
    // High enough for the card, which loads when somebody comes near.
    size: { width: 1280, height: 1240 },
  },
  {
    name: 'alta-desde-el-directorio',
    who: 'empresa',
    path: '/empresa/settings/tokens#scim',
    until: '[role=dialog]',
  },
  {
    name: 'centros-de-coste',
    who: 'empresa',
    path: '/empresa/cost-centres',
    follow: 'ALM-01',
    until: 'h1:text("Almazara nueva")',
  },
]

const server = await startServer()
try {
  const browser = await chromium.launch({
    executablePath: findChromium() ?? 'chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    await takeAll(browser, process.argv[2])
  } finally {
    await browser.close()
  }
} finally {
  await server.stop()
}

async function takeAll(browser: Browser, which: string | undefined): Promise<void> {
  if (which === undefined)
    for (const picture of readmePictures)
      save(folderOf.readme, `${picture.name}.png`, await take(browser, picture))
  if (which !== 'portada')
    for (const picture of helpPictures)
      save(folderOf.ayuda, `${picture.name}.webp`, await toWebp(browser, await take(browser, picture)))
  if (which !== 'ayuda')
    for (const picture of landingPictures)
      save(folderOf.portada, `${picture.name}.webp`, await toWebp(browser, await take(browser, picture)))
}

async function take(
  browser: Browser,
  { who, path, size = desktop, dark = false, follow, until, press }: Picture,
): Promise<Buffer> {
  const colorScheme = dark ? 'dark' : 'light'
  // Browsers offer no passkeys for an address in numbers.
  const baseURL = server.origin.replace('127.0.0.1', 'localhost')
  const page = await browser.newPage({ baseURL, viewport: size, locale: 'es-ES', colorScheme })
  // The viewer of PDF files paints nothing without a screen: the product's own picture of the first page stands there.
  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }))
  if (who !== '') {
    await page.goto('/login')
    await page.getByLabel('Correo electrónico').fill(`${who}@demo.example`)
    await page.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await page.waitForURL(url => !url.pathname.startsWith('/login'))
  }
  await page.goto(path)
  // The network is never idle: open screens listen.
  // Not by its role: a dialog that opens by itself hides the screen below it from assistive technology.
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[role=status][aria-label^="Cargando"]'))
  await page.waitForLoadState('load')
  if (follow !== undefined) {
    await page.getByRole('link', { name: follow }).first().click()
    await page.waitForURL(url => url.pathname !== path)
    await page.waitForFunction(() => !document.querySelector('[role=status][aria-label^="Cargando"]'))
  }
  if (until !== undefined) await page.locator(until).first().waitFor()
  // Placeholders of panels that load by themselves: what comes late would move what a button scrolls to.
  const settled = () => page.waitForFunction(() => !document.querySelector('.animate-breathe'))
  await settled()
  if (press !== undefined) {
    await page.getByRole('button', { name: press.words, exact: true }).first().click()
    await page.locator(press.until).first().waitFor()
  }
  await settled()
  // Those of another theme or width are hidden, and not loaded.
  await page.waitForFunction(() =>
    [...document.images].every(image => image.complete || !image.checkVisibility()),
  )
  const picture = await page.screenshot({ animations: 'disabled' })
  await page.close()
  return picture
}

/** The picture as WebP, a tenth of the weight, as the browser itself encodes it. */
async function toWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  const encoded = await page.evaluate(async base64 => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.8).split(',')[1] ?? ''
  }, png.toString('base64'))
  await page.close()
  return Buffer.from(encoded, 'base64')
}

function save(folder: string, name: string, picture: Buffer): void {
  const path = fileURLToPath(new URL(folder, import.meta.url))
  fs.mkdirSync(path, { recursive: true })
  fs.writeFileSync(`${path}${name}`, picture)
}
