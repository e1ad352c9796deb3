/** Routes of the provider's area. */
import { createRoute, redirect } from '@tanstack/react-router'
import { documentRoutes, personRoutes } from '#app/area-routes.tsx'
import { guard } from '#app/guards.ts'
import { latePage } from '#app/late-page.ts'
import { searchFor } from '#app/list-search.ts'
import { ahead, root, shell } from '#app/root-route.tsx'
import type { contractList } from '#features/contracts/list.ts'
import type { documentList } from '#features/documents/list.ts'
import type { projectList } from '#features/projects/list.ts'

const provider = createRoute({
  getParentRoute: () => root,
  path: 'provider',
  beforeLoad: guard('provider'),
  component: shell,
})
const index = createRoute({
  getParentRoute: () => provider,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/provider/dashboard', replace: true })
  },
})
const dashboard = createRoute({
  getParentRoute: () => provider,
  path: 'dashboard',
  staticData: { title: 'Panel' },
  component: latePage(() => import('#app/pages/provider-dashboard-page.tsx'), 'ProviderDashboardPage'),
})
const projects = createRoute({
  getParentRoute: () => provider,
  path: 'projects',
  staticData: { title: 'Mis Proyectos' },
  validateSearch: searchFor<typeof projectList>(),
  component: latePage(() => import('#app/pages/client-projects-page.tsx'), 'ClientProjectsPage'),
})
const project = createRoute({
  getParentRoute: () => provider,
  path: 'projects/$projectId',
  staticData: { title: 'Proyecto' },
  validateSearch: searchFor<typeof documentList>(),
  loader: ({ cause, params }) =>
    ahead(cause, async () =>
      (await import('#app/pages/project-page.tsx')).readProjectAhead(params.projectId),
    ),
  component: latePage(() => import('#app/pages/project-page.tsx'), 'ProjectPage'),
})
const orders = createRoute({
  getParentRoute: () => provider,
  path: 'orders',
  staticData: { title: 'Pedidos recibidos' },
  validateSearch: searchFor<typeof documentList>(),
  component: latePage(() => import('#app/pages/provider-orders-page.tsx'), 'ProviderOrdersPage'),
})
const documents = createRoute({
  getParentRoute: () => provider,
  path: 'documents',
  staticData: { title: 'Documentos cargados' },
  component: latePage(() => import('#app/pages/provider-documents-page.tsx'), 'ProviderDocumentsPage'),
})
const contracts = createRoute({
  getParentRoute: () => provider,
  path: 'contracts',
  staticData: { title: 'Contratos' },
  validateSearch: searchFor<typeof contractList>(),
  loader: ({ cause }) =>
    ahead(cause, async () => (await import('#features/contracts/web/queries.ts')).readContractsAhead()),
  component: latePage(() => import('#app/pages/provider-contracts-page.tsx'), 'ProviderContractsPage'),
})
export const providerRoutes = provider.addChildren([
  index,
  dashboard,
  projects,
  project,
  orders,
  documents,
  contracts,
  ...documentRoutes(() => provider),
  ...personRoutes(() => provider),
])
