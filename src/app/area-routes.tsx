/** Routes that several areas have, each written once: of one order, and of the person. */
import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { latePage } from '#app/late-page.ts'
import { parseNewDocumentSearch, parseTypeSearch, searchFor } from '#app/list-search.ts'
import { ahead } from '#app/root-route.tsx'
import type { receivedList } from '#features/invoices/list.ts'

/** Guard of the forms of orders; the project is that of the address, if it has one. */
export type FormGuard = (visit: { location: { href: string } }) => Promise<void>
type Guard = (visit: { location: { href: string }; params: { projectId: string } }) => Promise<void>
const everybody: FormGuard = async () => {}

/** Routes of one order, and of the contract it is charged to; `mayOrder` guards the forms. */
export const documentRoutes = <Area extends AnyRoute>(area: () => Area, mayOrder: Guard = everybody) =>
  [
    createRoute({
      getParentRoute: area,
      path: 'projects/$projectId/documents/new',
      beforeLoad: ({ location, params }) => mayOrder({ location, params }),
      staticData: { title: 'Nuevo Documento' },
      validateSearch: parseNewDocumentSearch,
      component: latePage(() => import('#app/pages/new-document-page.tsx'), 'NewDocumentPage'),
    }),
    createRoute({
      getParentRoute: area,
      path: 'projects/$projectId/documents/$documentId',
      staticData: { title: 'Documento' },
      loader: ({ cause, params }) =>
        ahead(cause, async () =>
          (await import('#app/pages/document-page.tsx')).readDocumentAhead(
            params.projectId,
            params.documentId,
          ),
        ),
      component: latePage(() => import('#app/pages/document-page.tsx'), 'DocumentPage'),
    }),
    createRoute({
      getParentRoute: area,
      path: 'projects/$projectId/documents/$documentId/edit',
      beforeLoad: ({ location, params }) => mayOrder({ location, params }),
      staticData: { title: 'Corregir pedido' },
      component: latePage(() => import('#app/pages/correct-document-page.tsx'), 'CorrectDocumentPage'),
    }),
    createRoute({
      getParentRoute: area,
      path: 'contracts/$contractId',
      staticData: { title: 'Contrato' },
      loader: ({ cause, params }) =>
        ahead(cause, async () =>
          (await import('#features/contracts/web/queries.ts')).readContractAhead(params.contractId),
        ),
      component: latePage(() => import('#app/pages/contract-page.tsx'), 'ContractPage'),
    }),
  ] as const

/** Routes of an order whose project is still to be chosen, of orders that repeat, and of the person's own profile and notices. */
export const personRoutes = <Area extends AnyRoute>(area: () => Area, mayOrder: FormGuard = everybody) =>
  [
    createRoute({
      getParentRoute: area,
      path: 'documents/new',
      beforeLoad: ({ location }) => mayOrder({ location }),
      staticData: { title: 'Nuevo Documento' },
      validateSearch: parseTypeSearch,
      component: latePage(() => import('#app/pages/choose-project-page.tsx'), 'ChooseProjectPage'),
    }),
    createRoute({
      getParentRoute: area,
      path: 'received-invoices',
      staticData: { title: 'Facturas recibidas' },
      validateSearch: searchFor<typeof receivedList>(),
      component: latePage(() => import('#app/pages/received-invoices-page.tsx'), 'ReceivedInvoicesPage'),
    }),
    createRoute({
      getParentRoute: area,
      path: 'recurrences',
      staticData: { title: 'Pedidos que se repiten' },
      component: latePage(() => import('#app/pages/recurrences-page.tsx'), 'RecurrencesPage'),
    }),
    createRoute({
      getParentRoute: area,
      path: 'profile',
      staticData: { title: 'Mi perfil' },
      component: latePage(() => import('#app/pages/profile-page.tsx'), 'ProfilePage'),
    }),
    createRoute({
      getParentRoute: area,
      path: 'notifications',
      staticData: { title: 'Notificaciones' },
      component: latePage(() => import('#app/pages/notifications-page.tsx'), 'NotificationsPage'),
    }),
  ] as const
