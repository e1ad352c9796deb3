/** Routes of the client's area. */
import { createRoute, redirect } from '@tanstack/react-router'
import { documentRoutes, personRoutes } from '#app/area-routes.tsx'
import { guard, requireProject, requireRole } from '#app/guards.ts'
import { latePage } from '#app/late-page.ts'
import { searchFor } from '#app/list-search.ts'
import { ahead, root, shell } from '#app/root-route.tsx'
import { session } from '#app/session.ts'
import { workRoutes } from '#app/work-routes.tsx'
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
  component: latePage(() => import('#app/pages/client-dashboard-page.tsx'), 'ClientDashboardPage'),
})
const clientProjects = createRoute({
  getParentRoute: () => client,
  path: 'projects',
  staticData: { title: 'Mis Proyectos' },
  validateSearch: searchFor<typeof projectList>(),
  component: latePage(() => import('#app/pages/client-projects-page.tsx'), 'ClientProjectsPage'),
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
  component: latePage(() => import('#app/pages/project-page.tsx'), 'ProjectPage'),
})
const clientUsers = createRoute({
  getParentRoute: () => client,
  path: 'client-users',
  beforeLoad: requireRole(['client', 'admin', 'admin_saas']),
  staticData: { title: 'Usuarios del cliente' },
  validateSearch: searchFor<typeof peopleList>(),
  component: latePage(() => import('#app/pages/client-users-page.tsx'), 'ClientUsersPage'),
})
const clientPaymentOrders = createRoute({
  getParentRoute: () => client,
  path: 'projects/payment-orders',
  staticData: { title: 'Pedidos de Pago' },
  validateSearch: searchFor<typeof documentList>(),
  component: latePage(() => import('#app/pages/orders-page.tsx'), 'PaymentOrdersPage'),
})
const clientIssuanceOrders = createRoute({
  getParentRoute: () => client,
  path: 'projects/issuance-orders',
  staticData: { title: 'Pedidos de Emisión' },
  validateSearch: searchFor<typeof documentList>(),
  component: latePage(() => import('#app/pages/orders-page.tsx'), 'IssuanceOrdersPage'),
})
const clientContracts = createRoute({
  getParentRoute: () => client,
  path: 'contracts',
  staticData: { title: 'Contratos' },
  validateSearch: searchFor<typeof contractList>(),
  component: latePage(() => import('#app/pages/client-contracts-page.tsx'), 'ClientContractsPage'),
})
export const clientRoutes = client.addChildren([
  clientContracts,
  clientPaymentOrders,
  clientIssuanceOrders,
  clientIndex,
  clientDashboard,
  clientProjects,
  clientProject,
  clientUsers,
  ...documentRoutes(
    () => client,
    visit => requireProject(['edit'])({ ...visit, context: { session } }),
  ),
  ...workRoutes(() => client),
  ...personRoutes(() => client),
])
