/** The addresses of the provider's area. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { guard } from '#app/guards.ts'
import { listSearchOf } from '#app/list-search.ts'
import { ahead, root, shell, soon } from '#app/root-route.tsx'
import { searchOf } from '#ui/search-text.ts'

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
    throw redirect({ to: '/provider/projects', replace: true })
  },
})
const projects = createRoute({
  getParentRoute: () => provider,
  path: 'projects',
  staticData: { title: 'Mis Proyectos' },
  validateSearch: searchOf,
  component: lazyRouteComponent(() => import('#app/pages/client-projects-page.tsx'), 'ClientProjectsPage'),
})
const project = createRoute({
  getParentRoute: () => provider,
  path: 'projects/$projectId',
  staticData: { title: 'Proyecto' },
  validateSearch: listSearchOf,
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

/** The area's other screens come later. */
const rest = createRoute({ getParentRoute: () => provider, path: '$', component: soon })

export const providerRoutes = provider.addChildren([
  index,
  projects,
  project,
  newDocument,
  document,
  correction,
  profile,
  rest,
])
