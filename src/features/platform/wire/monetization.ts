/** Wire of what companies pay and use, for the platform's operators. */
import { z } from 'zod'
import { CompanyWire } from '#features/companies/wire.ts'
import { customerList } from '#features/platform/list.ts'
import { usageTrends } from '#features/platform/rules/revenue.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { exportBody, listQuery } from '#kernel/list-wire.ts'
import { ExportedWire, InstantWire, MoneyWire } from '#kernel/wire.ts'

export const getRevenue = endpoint({
  id: 'getRevenue',
  method: 'GET',
  path: '/api/platform/revenue',
  summary: 'What all companies pay, and have paid at the end of each of the last twelve months.',
  response: z.object({
    /** Whole US dollars. */
    mrrUsd: z.int(),
    arrUsd: z.int(),
    /** Average of the companies that pay; null while none does. */
    average: MoneyWire.nullable(),
    customers: z.int(),
    payingCustomers: z.int(),
    /** Months as `2026-11`, oldest first; the last one is the current one. */
    months: z.array(z.object({ month: z.string(), mrrUsd: z.int() })),
  }),
})
export type RevenueWire = z.infer<typeof getRevenue.response>

export const CustomerWire = z.object({
  id: z.string(),
  companyName: z.string(),
  timeZone: z.string(),
  plan: CompanyWire.shape.plan,
  status: CompanyWire.shape.status,
  monthlyUsd: z.int(),
  /** Number of people who can sign in. */
  users: z.int(),
  /** Number of active projects. */
  projects: z.int(),
  documents: z.int(),
  contracts: z.int(),
  usageTrend: z.enum(usageTrends),
  joinedAt: InstantWire,
})
export type CustomerWire = z.infer<typeof CustomerWire>

export const listCustomers = endpoint({
  id: 'listCustomers',
  method: 'GET',
  path: '/api/platform/customers',
  summary: 'What each company pays and uses, by name unless sorted, by keyset.',
  query: listQuery(customerList),
  response: z.object({ items: z.array(CustomerWire), next: z.string().nullable() }),
})

export const exportCustomers = endpoint({
  id: 'exportCustomers',
  method: 'POST',
  path: '/api/platform/customers/exports',
  summary: 'An address that serves what each company pays as a file, to this session and for a few minutes.',
  body: exportBody(customerList),
  response: ExportedWire,
})
