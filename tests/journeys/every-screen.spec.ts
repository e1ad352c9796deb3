import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test, wellMade } from './journey.ts'

const project = '/client/projects/PRJ-001'
const ofCompany = (address: string) => address.replace('/client/', '/empresa/')

/** Every screen of an area, by whoever finds most on it. DOC-009 came back to be corrected. */
const screens = {
  client: {
    'cliente@demo.example': [
      '/client/dashboard',
      '/client/projects',
      project,
      `${project}/documents/new`,
      `${project}/documents/DOC-001`,
      `${project}/documents/DOC-008`,
      `${project}/documents/DOC-009`,
      `${project}/documents/DOC-009/edit`,
      '/client/notifications',
      '/client/profile',
    ],
    'nuria@demo.example': [
      '/client/projects/payment-orders',
      '/client/projects/issuance-orders',
      '/client/documents',
      '/client/documents/new',
      '/client/contracts',
      '/client/contracts/CTR-002',
    ],
    'lucia@demo.example': ['/client/pending-approvals'],
    'tesoreria@demo.example': ['/client/pending-confirmations', `${project}/documents/DOC-004`],
  },
  company: {
    'empresa@demo.example': [
      '/empresa/dashboard',
      '/empresa/projects',
      '/empresa/projects/new',
      ofCompany(project),
      `${ofCompany(project)}/documents/new`,
      `${ofCompany(project)}/documents/DOC-003`,
      `${ofCompany(project)}/documents/DOC-009/edit`,
      '/empresa/clients',
      '/empresa/providers',
      '/empresa/contracts',
      '/empresa/contracts/new',
      '/empresa/contracts/CTR-002',
      '/empresa/documents',
      '/empresa/documents/new',
      '/empresa/people',
      '/empresa/settings',
      '/empresa/notifications',
      '/empresa/profile',
      '/empresa/pending-approvals',
      '/empresa/pending-confirmations',
    ],
  },
  provider: {
    'proveedor@demo.example': [
      '/provider/dashboard',
      '/provider/projects',
      '/provider/projects/PRJ-001',
      '/provider/projects/PRJ-001/documents/new',
      '/provider/projects/PRJ-001/documents/DOC-001',
      '/provider/projects/PRJ-001/documents/DOC-009/edit',
      '/provider/orders',
      '/provider/documents',
      '/provider/documents/new',
      '/provider/contracts',
      '/provider/contracts/CTR-002',
      '/provider/notifications',
      '/provider/profile',
    ],
  },
  platform: {
    'saas@demo.example': [
      '/admin_saas/dashboard',
      '/admin_saas/companies',
      '/admin_saas/order-flows',
      '/admin_saas/order-flows/$miramar/DOC-004',
      '/admin_saas/contracts',
      '/admin_saas/contracts/$miramar/CTR-001',
      '/admin_saas/monetization',
      '/admin_saas/users',
      '/admin_saas/mail',
      '/admin_saas/profile',
    ],
  },
} as const

/** The demo's largest company has another id in each demo. */
async function idOfMiramar(page: Page): Promise<string> {
  await page.goto('/admin_saas/contracts?q=miramar')
  const link = page.getByRole('link', { name: 'Ver detalles de CTR-001, Grupo Miramar' })
  return /[0-9a-f-]{36}/.exec((await link.getAttribute('href')) ?? '')?.[0] ?? ''
}

const looks = [
  { look: 'in the dark theme', use: { colorScheme: 'dark' } },
  { look: 'at 320 px @phone', use: { viewport: { width: 320, height: 640 } } },
] as const

for (const { look, use } of looks) {
  test.describe(look, () => {
    test.use(use)
    for (const [area, people] of Object.entries(screens)) {
      for (const [who, addresses] of Object.entries(people)) {
        test(`every screen of the ${area} area that ${who} opens is well made`, async ({ as }) => {
          const page = await as(who)
          const miramar = area === 'platform' ? await idOfMiramar(page) : ''
          for (const written of addresses) {
            const address = written.replace('$miramar', miramar)
            await test.step(address, async () => {
              await page.goto(address)
              await expect(page).toHaveURL(new RegExp(`${address}$`))
              await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
              await expect(page.getByRole('status', { name: /^Cargando/ })).toHaveCount(0)
              await expect(page.locator('html')).toHaveClass('colorScheme' in use ? /dark/ : /^(?!.*dark)/)
              await wellMade(page)
              // A phone widens its page rather than scroll sideways.
              if ('viewport' in use) expect(await page.evaluate(() => window.innerWidth)).toBe(320)
            })
          }
        })
      }
    }
  })
}

test('the screens above are all those of the four areas', () => {
  for (const [area, base, file] of [
    ['client', '/client', 'client-routes.tsx'],
    ['company', '/empresa', 'company-routes.tsx'],
    ['provider', '/provider', 'provider-routes.tsx'],
    ['platform', '/admin_saas', 'platform-routes.tsx'],
  ] as const) {
    const source = fs.readFileSync(new URL(`../../src/app/${file}`, import.meta.url), 'utf8')
    const paths = [...source.matchAll(/path: '([^']+)'/g)].map(match => match[1] ?? '')
    const own = paths.filter(path => path !== '/' && path !== base.slice(1))
    expect(own.length).toBeGreaterThan(7)
    const opened = Object.values(screens[area]).flat()
    for (const path of own) {
      const pattern = new RegExp(
        `^${base}/${path.replace('$companyId', '\\$miramar').replaceAll(/\$[a-z]+Id/g, '[A-Z]+-\\d+')}$`,
      )
      expect(
        opened.filter(address => pattern.test(address)),
        path,
      ).not.toEqual([])
    }
  }
})
