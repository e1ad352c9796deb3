/** Routes of the provider's area. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { guard } from '#app/guards.ts'
import { parseTypeSearch, searchFor } from '#app/list-search.ts'
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
  component: lazyRouteComponent(
    () => import('#app/pages/provider-dashboard-page.tsx'),
    'ProviderDashboardPage',
  ),
})
const projects = createRoute({
  getParentRoute: () => provider,
  path: 'projects',
  staticData: { title: 'Mis Proyectos' },
  validateSearch: searchFor<typeof projectList>(),
  component: lazyRouteComponent(() => import('#app/pages/client-projects-page.tsx'), 'ClientProjectsPage'),
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
  component: lazyRouteComponent(() => import('#app/pages/project-page.tsx'), 'ProjectPage'),
})
const newDocument = createRoute({
  getParentRoute: () => provider,
  path: 'projects/$projectId/documents/new',
  staticData: { title: 'Nuevo Documento' },
  component: lazyRouteComponent(() => import('#app/pages/new-document-page.tsx'), 'NewDocumentPage'),
})
const document = createRoute({
  getParentRoute: () => provider,
  path: 'projects/$projectId/documents/$documentId',
  staticData: { title: 'Documento' },
  loader: ({ cause, params }) =>
    ahead(cause, async () =>
      (await import('#app/pages/document-page.tsx')).readDocumentAhead(params.projectId, params.documentId),
    ),
  component: lazyRouteComponent(() => import('#app/pages/document-page.tsx'), 'DocumentPage'),
})
const correction = createRoute({
  getParentRoute: () => provider,
  path: 'projects/$projectId/documents/$documentId/edit',
  staticData: { title: 'Corregir pedido' },
  component: lazyRouteComponent(() => import('#app/pages/correct-document-page.tsx'), 'CorrectDocumentPage'),
})
const profile = createRoute({
  getParentRoute: () => provider,
  path: 'profile',
  staticData: { title: 'Mi perfil' },
  component: lazyRouteComponent(() => import('#app/pages/profile-page.tsx'), 'ProfilePage'),
})

const orders = createRoute({
  getParentRoute: () => provider,
  path: 'orders',
  staticData: { title: 'Pedidos recibidos' },
  validateSearch: searchFor<typeof documentList>(),
  component: lazyRouteComponent(() => import('#app/pages/provider-orders-page.tsx'), 'ProviderOrdersPage'),
})
const documents = createRoute({
  getParentRoute: () => provider,
  path: 'documents',
  staticData: { title: 'Documentos cargados' },
  component: lazyRouteComponent(
    () => import('#app/pages/provider-documents-page.tsx'),
    'ProviderDocumentsPage',
  ),
})
const newOrder = createRoute({
  getParentRoute: () => provider,
  path: 'documents/new',
  staticData: { title: 'Nuevo Documento' },
  validateSearch: parseTypeSearch,
  component: lazyRouteComponent(() => import('#app/pages/choose-project-page.tsx'), 'ChooseProjectPage'),
})
const contracts = createRoute({
  getParentRoute: () => provider,
  path: 'contracts',
  staticData: { title: 'Contratos' },
  validateSearch: searchFor<typeof contractList>(),
  loader: ({ cause }) =>
    ahead(cause, async () => (await import('#features/contracts/web/queries.ts')).readContractsAhead()),
  component: lazyRouteComponent(
    () => import('#app/pages/provider-contracts-page.tsx'),
    'ProviderContractsPage',
  ),
})
const contract = createRoute({
  getParentRoute: () => provider,
  path: 'contracts/$contractId',
  staticData: { title: 'Contrato' },
  loader: ({ cause, params }) =>
    ahead(cause, async () =>
      (await import('#features/contracts/web/queries.ts')).readContractAhead(params.contractId),
    ),
  component: lazyRouteComponent(() => import('#app/pages/contract-page.tsx'), 'ContractPage'),
})
const notifications = createRoute({
  getParentRoute: () => provider,
  path: 'notifications',
  staticData: { title: 'Notificaciones' },
  component: lazyRouteComponent(() => import('#app/pages/notifications-page.tsx'), 'NotificationsPage'),
})

export const providerRoutes = provider.addChildren([
  index,
  dashboard,
  projects,
  project,
  newDocument,
  document,
  correction,
  orders,
  documents,
  newOrder,
  contracts,
  contract,
  notifications,
  profile,
])
