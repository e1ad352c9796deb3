import { companyFact } from '#features/companies/facts.ts'
import { platformWords as words } from '#features/platform/text.ts'
import { companyExtent, companyPage } from '#features/platform/views/companies.ts'
import { contractFiguresExtent, contractFiguresPage } from '#features/platform/views/contracts.ts'
import { orderFlowExtent, orderFlowPage } from '#features/platform/views/order-flows.ts'
import { customerPage } from '#features/platform/views/revenue.ts'
import {
  companySheet,
  contractFiguresSheet,
  customerSheet,
  orderFlowSheet,
  userSheet,
} from '#features/platform/views/sheets.ts'
import { userExtent, userPage } from '#features/platform/views/users.ts'
import { exportCompanies } from '#features/platform/wire/companies.ts'
import { exportContractFigures } from '#features/platform/wire/contracts.ts'
import { exportCustomers } from '#features/platform/wire/monetization.ts'
import { exportOrderFlows } from '#features/platform/wire/order-flows.ts'
import { exportUsers } from '#features/platform/wire/users.ts'
import type { Snapshot } from '#kernel/fact.ts'
import { platformExport } from '#server/http/platform-export.ts'

const fact = (companyId: string, after: Snapshot) => companyFact('platform.exported', companyId, { after })

/** Exports of the platform's lists. */
export const platformExports = [
  platformExport({
    endpoint: exportCompanies,
    words,
    fact,
    path: '/exports/platform/companies',
    purpose: 'list of platform companies',
    title: 'Empresas',
    sheet: companySheet,
    extent: companyExtent,
    page: companyPage,
  }),
  platformExport({
    endpoint: exportUsers,
    words,
    fact,
    path: '/exports/platform/users',
    purpose: 'list of platform users',
    title: 'Usuarios',
    sheet: userSheet,
    extent: userExtent,
    page: userPage,
  }),
  platformExport({
    endpoint: exportOrderFlows,
    words,
    fact,
    path: '/exports/platform/order-flows',
    purpose: 'list of platform orders',
    title: 'Flujos de Pedidos',
    sheet: orderFlowSheet,
    extent: orderFlowExtent,
    page: orderFlowPage,
  }),
  platformExport({
    endpoint: exportContractFigures,
    words,
    fact,
    path: '/exports/platform/contracts',
    purpose: 'list of platform contracts',
    title: 'Contratos',
    sheet: contractFiguresSheet,
    extent: contractFiguresExtent,
    page: contractFiguresPage,
  }),
  platformExport({
    endpoint: exportCustomers,
    words,
    fact,
    path: '/exports/platform/customers',
    purpose: 'list of platform customers',
    title: 'Ingresos por empresa',
    sheet: customerSheet,
    extent: platformDb => companyExtent(platformDb, {}),
    page: customerPage,
  }),
]
