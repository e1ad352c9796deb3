/** The addresses of the client's area. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { guard } from '#app/guards.ts'
import { listSearchOf } from '#app/list-search.ts'
import { root, shell, soon } from '#app/root-route.tsx'
import { searchOf } from '#ui/search-text.ts'

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
  component: soon,
})
const clientProjects = createRoute({
  getParentRoute: () => client,
  path: 'projects',
  staticData: { title: 'Mis Proyectos' },
  validateSearch: searchOf,
  component: lazyRouteComponent(() => import('#app/pages/client-projects-page.tsx'), 'ClientProjectsPage'),
})
const clientProject = createRoute({
  getParentRoute: () => client,
  path: 'projects/$projectId',
  staticData: { title: 'Proyecto' },
  validateSearch: listSearchOf,
  component: lazyRouteComponent(() => import('#app/pages/project-page.tsx'), 'ProjectPage'),
})
const clientApprovals = createRoute({
  getParentRoute: () => client,
  path: 'pending-approvals',
  staticData: { title: 'Aprobaciones Pendientes' },
  component: soon,
})
const clientConfirmations = createRoute({
  getParentRoute: () => client,
  path: 'pending-confirmations',
  staticData: { title: 'Confirmaciones Pendientes' },
  component: soon,
})

export const clientRoutes = client.addChildren([
  clientIndex,
  clientDashboard,
  clientProjects,
  clientProject,
  clientApprovals,
  clientConfirmations,
])
