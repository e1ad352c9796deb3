/** Routes of batches of payments, equal in every area that has them. */
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'

export const batchRoutes = <Area extends AnyRoute>(area: () => Area) =>
  [
    createRoute({
      getParentRoute: area,
      path: 'payment-batches',
      staticData: { title: 'Remesas SEPA' },
      component: lazyRouteComponent(
        () => import('#app/pages/payment-batches-page.tsx'),
        'PaymentBatchesPage',
      ),
    }),
    createRoute({
      getParentRoute: area,
      path: 'payment-batches/new',
      staticData: { title: 'Nueva remesa SEPA' },
      component: lazyRouteComponent(
        () => import('#app/pages/new-payment-batch-page.tsx'),
        'NewPaymentBatchPage',
      ),
    }),
    createRoute({
      getParentRoute: area,
      path: 'payment-batches/$batchId',
      staticData: { title: 'Remesa' },
      component: lazyRouteComponent(() => import('#app/pages/payment-batch-page.tsx'), 'PaymentBatchPage'),
    }),
  ] as const
