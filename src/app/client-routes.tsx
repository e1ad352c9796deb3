/** Routes of the client's area. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { batchRoutes } from '#app/batch-routes.tsx'
import { guard, requireProject, requireRole } from '#app/guards.ts'
import { parseChosenSearch, parseTypeSearch, searchFor } from '#app/list-search.ts'
import { ahead, root, shell } from '#app/root-route.tsx'
import type { contractList } from '#features/contracts/list.ts'
import type { documentList } from '#features/documents/list.ts'
import type { peopleList } from '#features/people/list.ts'
import type { projectList } from '#features/projects/list.ts'

const client = createRoute({
  getParentRoute: () => root,
  path: 'client',
  beforeLoad: guard('client'),
  component: shell,
})
const clientIndex = createRoute({
  getParentRoute: () => client,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/client/dashboard', replace: true })
  },
})
const clientDashboard = createRoute({
  getParentRoute: () => client,
  path: 'dashboard',
  staticData: { title: 'Panel' },
  component: lazyRouteComponent(() => import('#app/pages/client-dashboard-page.tsx'), 'ClientDashboardPage'),
})
const clientProjects = createRoute({
  getParentRoute: () => client,
  path: 'projects',
  staticData: { title: 'Mis Proyectos' },
  validateSearch: searchFor<typeof projectList>(),
  component: lazyRouteComponent(() => import('#app/pages/client-projects-page.tsx'), 'ClientProjectsPage'),
})
const clientProject = createRoute({
  getParentRoute: () => client,
  path: 'projects/$projectId',
  staticData: { title: 'Proyecto' },
  validateSearch: searchFor<typeof documentList>(),
  loader: ({ cause, params }) =>
    ahead(cause, async () =>
      (await import('#app/pages/project-page.tsx')).readProjectAhead(params.projectId),
    ),
  component: lazyRouteComponent(() => import('#app/pages/project-page.tsx'), 'ProjectPage'),
})
const clientNewDocument = createRoute({
  getParentRoute: () => client,
  path: 'projects/$projectId/documents/new',
  beforeLoad: requireProject(['edit']),
  staticData: { title: 'Nuevo Documento' },
  validateSearch: parseTypeSearch,
  component: lazyRouteComponent(() => import('#app/pages/new-document-page.tsx'), 'NewDocumentPage'),
})
const clientDocument = createRoute({
  getParentRoute: () => client,
  path: 'projects/$projectId/documents/$documentId',
  staticData: { title: 'Documento' },
  loader: ({ cause, params }) =>
    ahead(cause, async () =>
      (await import('#app/pages/document-page.tsx')).readDocumentAhead(params.projectId, params.documentId),
    ),
  component: lazyRouteComponent(() => import('#app/pages/document-page.tsx'), 'DocumentPage'),
})
const clientCorrection = createRoute({
  getParentRoute: () => client,
  path: 'projects/$projectId/documents/$documentId/edit',
  beforeLoad: requireProject(['edit']),
  staticData: { title: 'Corregir pedido' },
  component: lazyRouteComponent(() => import('#app/pages/correct-document-page.tsx'), 'CorrectDocumentPage'),
})
const clientApprovals = createRoute({
  getParentRoute: () => client,
  path: 'pending-approvals',
  staticData: { title: 'Aprobaciones Pendientes' },
  validateSearch: parseChosenSearch,
  component: lazyRouteComponent(
    () => import('#app/pages/pending-approvals-page.tsx'),
    'PendingApprovalsPage',
  ),
})
const clientConfirmations = createRoute({
  getParentRoute: () => client,
  path: 'pending-confirmations',
  staticData: { title: 'Confirmaciones Pendientes' },
  validateSearch: parseChosenSearch,
  component: lazyRouteComponent(
    () => import('#app/pages/pending-confirmations-page.tsx'),
    'PendingConfirmationsPage',
  ),
})
const clientUsers = createRoute({
  getParentRoute: () => client,
  path: 'client-users',
  beforeLoad: requireRole(['client', 'admin', 'admin_saas']),
  staticData: { title: 'Usuarios del cliente' },
  validateSearch: searchFor<typeof peopleList>(),
  component: lazyRouteComponent(() => import('#app/pages/client-users-page.tsx'), 'ClientUsersPage'),
})
const clientProfile = createRoute({
  getParentRoute: () => client,
  path: 'profile',
  staticData: { title: 'Mi perfil' },
  component: lazyRouteComponent(() => import('#app/pages/profile-page.tsx'), 'ProfilePage'),
})

const clientPaymentOrders = createRoute({
  getParentRoute: () => client,
  path: 'projects/payment-orders',
  staticData: { title: 'Pedidos de Pago' },
  validateSearch: searchFor<typeof documentList>(),
  component: lazyRouteComponent(() => import('#app/pages/orders-page.tsx'), 'PaymentOrdersPage'),
})
const clientIssuanceOrders = createRoute({
  getParentRoute: () => client,
  path: 'projects/issuance-orders',
  staticData: { title: 'Pedidos de Emisión' },
  validateSearch: searchFor<typeof documentList>(),
  component: lazyRouteComponent(() => import('#app/pages/orders-page.tsx'), 'IssuanceOrdersPage'),
})
const clientDocuments = createRoute({
  getParentRoute: () => client,
  path: 'documents',
  staticData: { title: 'Documentos' },
  validateSearch: searchFor<typeof documentList>(),
  component: lazyRouteComponent(() => import('#app/pages/documents-page.tsx'), 'DocumentsPage'),
})
const clientNewOrder = createRoute({
  getParentRoute: () => client,
  path: 'documents/new',
  staticData: { title: 'Nuevo Documento' },
  validateSearch: parseTypeSearch,
  component: lazyRouteComponent(() => import('#app/pages/choose-project-page.tsx'), 'ChooseProjectPage'),
})

const clientNotifications = createRoute({
  getParentRoute: () => client,
  path: 'notifications',
  staticData: { title: 'Notificaciones' },
  component: lazyRouteComponent(() => import('#app/pages/notifications-page.tsx'), 'NotificationsPage'),
})

const clientContracts = createRoute({
  getParentRoute: () => client,
  path: 'contracts',
  staticData: { title: 'Contratos' },
  validateSearch: searchFor<typeof contractList>(),
  component: lazyRouteComponent(() => import('#app/pages/client-contracts-page.tsx'), 'ClientContractsPage'),
})
const clientContract = createRoute({
  getParentRoute: () => client,
  path: 'contracts/$contractId',
  staticData: { title: 'Contrato' },
  loader: ({ cause, params }) =>
    ahead(cause, async () =>
      (await import('#features/contracts/web/queries.ts')).readContractAhead(params.contractId),
    ),
  component: lazyRouteComponent(() => import('#app/pages/contract-page.tsx'), 'ContractPage'),
})

export const clientRoutes = client.addChildren([
  clientContracts,
  clientContract,
  clientPaymentOrders,
  clientIssuanceOrders,
  clientDocuments,
  clientNewOrder,
  clientIndex,
  clientDashboard,
  clientProjects,
  clientProject,
  clientNewDocument,
  clientDocument,
  clientCorrection,
  clientApprovals,
  clientConfirmations,
  ...batchRoutes(() => client),
  clientUsers,
  clientProfile,
  clientNotifications,
])
