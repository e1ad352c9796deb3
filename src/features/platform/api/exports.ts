/** Exports of the lists of the platform, for its operators. */
import { companyFact } from '#features/companies/facts.ts'
import { platformWords as words } from '#features/platform/text.ts'
import { companyPage, companyRowCounts } from '#features/platform/views/companies.ts'
import { contractFiguresPage, contractFiguresRowCounts } from '#features/platform/views/contracts.ts'
import { orderFlowPage, orderFlowRowCounts } from '#features/platform/views/order-flows.ts'
import { customerPage } from '#features/platform/views/revenue.ts'
import {
  companySheet,
  contractFiguresSheet,
  customerSheet,
  orderFlowSheet,
  userSheet,
} from '#features/platform/views/sheets.ts'
import { userPage, userRowCounts } from '#features/platform/views/users.ts'
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
    rowCounts: companyRowCounts,
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
    rowCounts: userRowCounts,
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
    rowCounts: orderFlowRowCounts,
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
    rowCounts: contractFiguresRowCounts,
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
    rowCounts: platformDb => companyRowCounts(platformDb, {}),
    page: customerPage,
  }),
]
