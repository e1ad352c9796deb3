import type { Page } from '@playwright/test'
import { demoPassword } from '../../src/demo/password.ts'
import { expect, test } from './journey.ts'
import { menus } from './menus.ts'

type Screen = {
  title: string
  subtitle?: string
  search?: string
  columns?: readonly string[]
  texts?: readonly (string | RegExp)[]
}

const orders = ['Monto', 'Estado', 'Fecha', 'Acciones']

const screens: { readonly [who: string]: { readonly [address: string]: Screen } } = {
  'cliente@demo.example': {
    '/client/projects': {
      title: 'Mis Proyectos',
      subtitle: 'Gestiona tus proyectos y documentos',
      search: 'Buscar proyectos...',
      texts: [
        'Pendientes',
        'Aprobados',
        'Pagados',
        /^Pedidos de pago \(\d+\)$/,
        /^Pedidos de emisión \(\d+\)$/,
      ],
    },
    '/client/projects?q=nadadeesto': { title: 'Mis Proyectos', texts: ['No se encontraron proyectos.'] },
    '/client/projects/PRJ-001': {
      title: 'Reforma Hotel Brisa',
      search: 'Buscar documentos...',
      texts: [
        'Mis Proyectos',
        'Total Emisión',
        'Total Gastos',
        'Fecha de creación',
        'Documentos',
        'Nuevo Documento',
        /^Todos ?\d+$/,
        /^Pendientes ?\d+$/,
        /^Aprobados ?\d+$/,
        /^Pagados ?\d+$/,
      ],
      columns: ['ID', 'Nombre', 'Proveedor', 'Tipo', 'Monto', 'Estado', 'Aprobaciones', 'Fecha', 'Ver'],
    },
    '/client/projects/PRJ-001?q=nadadeesto': {
      title: 'Reforma Hotel Brisa',
      texts: ['No hay documentos', 'No se encontraron documentos con los criterios seleccionados.'],
    },
    '/client/projects/issuance-orders': {
      title: 'Pedidos de Emisión a Clientes',
      search: 'Buscar documentos...',
      columns: ['ID', 'Nombre', 'Cliente/Destinatario', ...orders],
    },
    '/client/projects/payment-orders?q=nadadeesto': {
      title: 'Pedidos de Pago a Proveedores',
      texts: ['No se encontraron documentos'],
    },
    '/client/projects/PRJ-001/documents/new': {
      title: 'Nuevo Documento',
      texts: [
        'A quién emitir',
        'Cancelar',
        'Guardar',
        /^Descripción/,
        'El cliente recibirá el requerimiento de emitir una factura o un certificado.',
        'Solicita el pago de un gasto realizado a un proveedor.',
      ],
    },
  },
  'lucia@demo.example': {
    '/client/pending-approvals': { title: 'Aprobaciones Pendientes' },
    '/client/pending-confirmations': { title: 'Confirmaciones Pendientes' },
  },
  'empresa@demo.example': {
    '/empresa/projects': {
      title: 'Proyectos',
      search: 'Buscar proyectos...',
      texts: ['Nuevo Proyecto', 'Ver como cliente', 'Ver detalles'],
    },
    '/empresa/projects?q=nadadeesto': { title: 'Proyectos', texts: ['No se encontraron proyectos.'] },
    '/empresa/contracts': {
      title: 'Contratos',
      subtitle: 'Gestiona todos los contratos de los clientes',
      search: 'Buscar contratos...',
      texts: ['Nuevo Contrato', 'Ver detalles', 'Total', 'Inicio', 'Fin'],
    },
    '/empresa/pending-approvals': { title: 'Aprobaciones Pendientes' },
    '/empresa/documents/new': { title: 'Nuevo Documento' },
    '/empresa/projects/PRJ-001/documents/DOC-003': {
      title: 'Climatización planta 1',
      texts: ['DOC-003', 'Pedido de Pago', 'Proveedor', 'Fecha de creación', 'Estado de las aprobaciones'],
    },
    '/empresa/clients': {
      title: 'Clientes',
      columns: ['Nombre', 'Correo electrónico', 'Teléfono', 'Estado', 'Proveedores', 'Acciones'],
    },
  },
  'proveedor@demo.example': {
    '/provider/projects': { title: 'Mis Proyectos' },
    '/provider/orders': { title: 'Pedidos recibidos' },
    '/provider/documents': { title: 'Documentos cargados' },
  },
  'saas@demo.example': {
    '/admin_saas/dashboard': {
      title: 'Panel Administrativo SaaS',
      texts: [
        'Empresas activas',
        'Pedidos del mes',
        'Contratos por vencer',
        'En los próximos 30 días',
        'Usuarios activos',
        'Aprobaciones pendientes',
        'Monetización (MRR)',
      ],
    },
    '/admin_saas/companies': {
      title: 'Gestión de Empresas',
      columns: ['Empresa', 'Plan', 'Estado', 'Usuarios', 'Proyectos', 'Última actividad', 'Acciones'],
    },
    '/admin_saas/order-flows': {
      title: 'Flujos de Pedidos',
      search: 'Buscar pedido...',
      columns: [
        'ID',
        'Empresa',
        'Tipo',
        'Proyecto',
        'Monto',
        'Estado',
        'Creado',
        'Días pendientes',
        'Acciones',
      ],
      texts: ['Ver detalle'],
    },
    '/admin_saas/monetization': {
      title: 'Panel de Monetización',
      texts: ['MRR', 'ARR', 'Ingreso medio por cliente', 'Clientes totales'],
      columns: [
        'Mes',
        'MRR',
        'Empresa',
        'Plan',
        'Ingreso mensual',
        'Usuarios',
        'Proyectos',
        'Documentos',
        'Contratos',
        'Tendencia de uso',
        'Alta',
      ],
    },
    '/admin_saas/users': {
      title: 'Usuarios / Perfiles',
      columns: ['Nombre', 'Correo electrónico', 'Rol', 'Activo', 'Acciones'],
      texts: ['Sí', 'Editar'],
    },
  },
}

for (const [who, addresses] of Object.entries(screens)) {
  test(`the screens of ${who} are called what the specification calls them @desktop`, async ({ as }) => {
    const page = await as(who)
    for (const [address, screen] of Object.entries(addresses)) {
      await test.step(address, async () => {
        await page.goto(address)
        await says(page, screen)
      })
    }
  })
}

async function says(page: Page, { title, subtitle, search, columns, texts = [] }: Screen): Promise<void> {
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  for (const text of subtitle === undefined ? texts : [subtitle, ...texts]) {
    await expect(main.getByText(text, { exact: true }).filter({ visible: true }).first()).toBeVisible()
  }
  if (search !== undefined) await expect(main.getByRole('searchbox')).toHaveAttribute('placeholder', search)
  if (columns !== undefined) await expect(main.getByRole('columnheader')).toHaveText([...columns])
}

test('the header says who is in and as what, and the side menus are those of the areas @desktop', async ({
  as,
}) => {
  for (const [who, { role, entries }] of Object.entries(menus)) {
    const page = await as(who)
    await expect(page.getByRole('banner').getByText(role, { exact: true })).toBeVisible()
    const menu = page.getByRole('navigation', { name: 'Menú principal' })
    await expect(menu.getByRole('link')).toHaveText(['Visto Bueno', ...entries])
  }
})

test('the sign-in form says that it is busy, a file that it cannot be shown, a screen why it fails @desktop', async ({
  browser,
  server,
}) => {
  // A browser of its own: that the console complains is what this is about.
  const context = await browser.newContext({ baseURL: server.origin })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Correo electrónico').fill('cliente@demo.example')
  await page.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route('**/auth/v1/token**', async route => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByRole('button', { name: 'Iniciando sesión...' })).toBeVisible()
  letGo()
  await expect(page).toHaveURL(/\/client\/dashboard$/)

  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }))
  await page.route('**/api/files/*/picture', route =>
    route.fulfill({ json: { picture: null, isInitialLoading: false } }),
  )
  await page.goto('/client/projects/PRJ-001/documents/DOC-003')
  await expect(page.getByText('Vista previa no disponible').first()).toBeVisible()
  await expect(page.getByRole('link', { name: /^Descargar/ }).first()).toBeVisible()

  await page.route('**/assets/client-contracts-page-*.js', route => route.abort())
  await page.goto('/client/contracts')
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(page.getByText(/dynamically imported module/)).toBeVisible()

  await page.getByRole('link', { name: 'Ir al inicio' }).click()
  await page.goto('/login')
  await expect(page.getByText('Hola, ')).toBeVisible()
  await page.getByRole('button', { name: 'Iniciar sesión con otra cuenta' }).click()
  await page.getByRole('link', { name: 'Volver a inicio' }).click()
  await expect(page.getByRole('link', { name: 'Ingresar a mi cuenta' })).toBeVisible()
  await expect(page.getByText(/desde un proyecto vinculado a un contrato.*con trazabilidad/)).toBeVisible()
  await context.close()
})
