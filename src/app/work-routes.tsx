/** Routes of the work that clients and the company have: orders, decisions, executions. */
import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { latePage } from '#app/late-page.ts'
import {
  parseCalendarSearch,
  parseChosenSearch,
  parseOrdersSearch,
  parseTabSearch,
  searchFor,
} from '#app/list-search.ts'
import type { documentList } from '#features/documents/list.ts'

/** Routes of the list of orders, of what waits for a decision or an execution, and of payments. */
export const workRoutes = <Area extends AnyRoute>(area: () => Area) =>
  [
    createRoute({
      getParentRoute: area,
      path: 'documents',
      staticData: { title: 'Documentos' },
      validateSearch: searchFor<typeof documentList>(),
      component: latePage(() => import('#app/pages/documents-page.tsx'), 'DocumentsPage'),
    }),
    createRoute({
      getParentRoute: area,
      path: 'pending-approvals',
      staticData: { title: 'Aprobaciones Pendientes' },
      validateSearch: parseChosenSearch,
      component: latePage(() => import('#app/pages/pending-approvals-page.tsx'), 'PendingApprovalsPage'),
    }),
    createRoute({
      getParentRoute: area,
      path: 'pending-confirmations',
      staticData: { title: 'Confirmaciones Pendientes' },
      validateSearch: parseChosenSearch,
      component: latePage(
        () => import('#app/pages/pending-confirmations-page.tsx'),
        'PendingConfirmationsPage',
      ),
    }),
    ...paymentRoutes(area),
  ] as const

/** Routes of payments: their calendar and batches, and what the bank says. */
const paymentRoutes = <Area extends AnyRoute>(area: () => Area) =>
  [
    createRoute({
      getParentRoute: area,
      path: 'payment-calendar',
      staticData: { title: 'Calendario de pagos' },
      validateSearch: parseCalendarSearch,
      component: latePage(() => import('#app/pages/payment-calendar-page.tsx'), 'PaymentCalendarPage'),
    }),
    createRoute({
      getParentRoute: area,
      path: 'month-end',
      staticData: { title: 'Cierre de mes' },
      validateSearch: parseCalendarSearch,
      component: latePage(() => import('#app/pages/month-end-page.tsx'), 'MonthEndPage'),
    }),
    createRoute({
      getParentRoute: area,
      path: 'payment-batches',
      staticData: { title: 'Remesas SEPA' },
      component: latePage(() => import('#app/pages/payment-batches-page.tsx'), 'PaymentBatchesPage'),
    }),
    createRoute({
      getParentRoute: area,
      path: 'payment-batches/new',
      staticData: { title: 'Nueva remesa SEPA' },
      validateSearch: parseOrdersSearch,
      component: latePage(() => import('#app/pages/new-payment-batch-page.tsx'), 'NewPaymentBatchPage'),
    }),
    createRoute({
      getParentRoute: area,
      path: 'payment-batches/$batchId',
      staticData: { title: 'Remesa' },
      component: latePage(() => import('#app/pages/payment-batch-page.tsx'), 'PaymentBatchPage'),
    }),
    createRoute({
      getParentRoute: area,
      path: 'bank',
      staticData: { title: 'Banco' },
      validateSearch: parseTabSearch,
      component: latePage(() => import('#app/pages/bank-page.tsx'), 'BankPage'),
    }),
  ] as const
