// Every address of every area, and who finds most on it.
import type { Page } from '@playwright/test'

const project = '/client/projects/PRJ-001'
const ofCompany = (address: string) => address.replace('/client/', '/empresa/')

/** Every screen of an area, by whoever finds most on it. DOC-014 came back to be corrected. */
export const screens = {
  client: {
    'cliente@demo.example': [
      '/client/dashboard',
      '/client/projects',
      project,
      `${project}/documents/new`,
      `${project}/documents/DOC-003`,
      `${project}/documents/DOC-006`,
      `${project}/documents/DOC-014`,
      `${project}/documents/DOC-014/edit`,
      '/client/client-users',
      '/client/received-invoices',
      '/client/month-end',
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
    'lucia@demo.example': ['/client/pending-approvals', '/decidir'],
    'tesoreria@demo.example': [
      '/client/pending-confirmations',
      '/client/recurrences',
      '/client/payment-calendar',
      '/client/payment-batches',
      '/client/payment-batches/new',
      '/client/payment-batches/R-001',
      '/client/bank',
      `${project}/documents/DOC-007`,
    ],
  },
  company: {
    'empresa@demo.example': [
      '/empresa/dashboard',
      '/empresa/projects',
      '/empresa/projects/new',
      ofCompany(project),
      `${ofCompany(project)}/documents/new`,
      `${ofCompany(project)}/documents/DOC-009`,
      `${ofCompany(project)}/documents/DOC-014/edit`,
      '/empresa/clients',
      '/empresa/clients/$cliente',
      '/empresa/providers',
      '/empresa/providers/PRV-001',
      '/empresa/contracts',
      '/empresa/contracts/new',
      '/empresa/contracts/CTR-002',
      '/empresa/cost-centres',
      '/empresa/cost-centres/$centro',
      '/empresa/documents',
      '/empresa/documents/new',
      '/empresa/people',
      '/empresa/settings',
      '/empresa/settings/flows',
      '/empresa/settings/flows/draft',
      '/empresa/settings/flows/simulation',
      '/empresa/settings/audit',
      '/empresa/settings/accounts',
      '/empresa/settings/exchange-rates',
      '/empresa/settings/sign-in',
      '/empresa/settings/tokens',
      '/empresa/settings/webhooks',
      '/empresa/settings/mailbox',
      '/empresa/received-invoices/quarantine',
      '/empresa/settings/imports',
      '/empresa/notifications',
      '/empresa/profile',
      '/empresa/pending-approvals',
      '/empresa/pending-confirmations',
      '/empresa/recurrences',
      '/empresa/received-invoices',
      '/empresa/payment-calendar',
      '/empresa/month-end',
      '/empresa/payment-batches',
      '/empresa/payment-batches/new',
      '/empresa/payment-batches/R-001',
      '/empresa/bank',
    ],
  },
  provider: {
    'proveedor@demo.example': [
      '/provider/dashboard',
      '/provider/received-invoices',
      '/provider/projects',
      '/provider/projects/PRJ-001',
      '/provider/projects/PRJ-001/documents/new',
      '/provider/projects/PRJ-001/documents/DOC-003',
      '/provider/projects/PRJ-001/documents/DOC-014/edit',
      '/provider/recurrences',
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
      '/admin_saas/order-flows/$miramar/DOC-007',
      '/admin_saas/contracts',
      '/admin_saas/contracts/$miramar/CTR-001',
      '/admin_saas/monetization',
      '/admin_saas/users',
      '/admin_saas/mail',
      '/admin_saas/profile',
    ],
  },
} as const

/** Things with another id in each demo, and the link that knows it. */
const unknown = {
  $miramar: { on: '/admin_saas/contracts?q=miramar', name: 'Ver detalles de CTR-001, Grupo Miramar' },
  $cliente: { on: '/empresa/clients', name: 'Hoteles Brisa' },
  $centro: { on: '/empresa/cost-centres', name: /^(ALM-01|Almazara nueva)$/ },
}

/** The addresses as they are in this demo. */
export async function addressesOf(page: Page, addresses: readonly string[]): Promise<string[]> {
  let known = [...addresses]
  for (const [sign, { on, name }] of Object.entries(unknown)) {
    if (!known.some(address => address.includes(sign))) continue
    await page.goto(on)
    const href = await page.getByRole('link', { name, exact: true }).getAttribute('href')
    const id = /[0-9a-f-]{36}/.exec(href ?? '')?.[0] ?? ''
    known = known.map(address => address.replace(sign, id))
  }
  return known
}
