/** Routes of reports: of the company, a client, a contract, of money and of the calendar of payments. */
import { paymentCalendar, paymentForecast } from '#features/reports/views/calendar.ts'
import { duePayments } from '#features/reports/views/due-payments.ts'
import { firstSteps } from '#features/reports/views/first-steps.ts'
import { contractHolds } from '#features/reports/views/holds.ts'
import { clientMoney, contractMoney, projectMoney, providerMoney } from '#features/reports/views/money.ts'
import { averagePaymentPeriod } from '#features/reports/views/payment-period.ts'
import { companyUsage } from '#features/reports/views/usage.ts'
import { clientReport, companyReport } from '#features/reports/views.ts'
import { getPaymentCalendar, getPaymentForecast, listDuePayments } from '#features/reports/wire/calendar.ts'
import { getFirstSteps } from '#features/reports/wire/first-steps.ts'
import { getContractHolds } from '#features/reports/wire/holds.ts'
import {
  getClientMoney,
  getContractMoney,
  getProjectMoney,
  getProviderMoney,
} from '#features/reports/wire/money.ts'
import { getPaymentPeriod } from '#features/reports/wire/payment-period.ts'
import { getClientReport, getCompanyReport, getCompanyUsage } from '#features/reports/wire.ts'
import { type Route, read } from '#server/http/route.ts'

export const reportRoutes: readonly Route[] = [
  read({ ...getCompanyReport, takesLong: true }, (tx, actor) => companyReport(tx, actor)),
  read(getFirstSteps, (tx, actor) => firstSteps(tx, actor)),
  read({ ...getClientReport, takesLong: true }, (tx, actor) => clientReport(tx, actor)),
  read(getCompanyUsage, (tx, actor) => companyUsage(tx, actor)),
  read(getContractHolds, (tx, actor, { params }) => contractHolds(tx, actor, params.contractId)),
  read(getProviderMoney, (tx, actor, { params }) => providerMoney(tx, actor, params.providerId)),
  read(getClientMoney, (tx, actor, { params }) => clientMoney(tx, actor, params.clientId)),
  read(getContractMoney, (tx, actor, { params }) => contractMoney(tx, actor, params.contractId)),
  read(getProjectMoney, (tx, actor, { params }) => projectMoney(tx, actor, params.projectId)),
  read(getPaymentCalendar, (tx, actor, { query }) => paymentCalendar(tx, actor, query)),
  read(listDuePayments, (tx, actor, { query }) => duePayments(tx, actor, query)),
  read(getPaymentForecast, (tx, actor) => paymentForecast(tx, actor)),
  read({ ...getPaymentPeriod, takesLong: true }, (tx, actor, { query }) =>
    averagePaymentPeriod(tx, actor, query),
  ),
]
