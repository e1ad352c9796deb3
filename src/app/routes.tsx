/** Every address of the product and the screen it shows. Screens load when they are first needed. */
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { guard } from '#app/guards.ts'
import { Root } from '#app/root.tsx'
import type { SessionStore } from '#app/session.ts'

const root = createRootRouteWithContext<{ session: SessionStore }>()({ component: Root })

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('#app/pages/landing-page.tsx'), 'LandingPage'),
})

const login = createRoute({
  getParentRoute: () => root,
  path: 'login',
  staticData: { title: 'Iniciar sesión' },
  component: lazyRouteComponent(() => import('#app/pages/login-page.tsx'), 'LoginPage'),
})

const unauthorized = createRoute({
  getParentRoute: () => root,
  path: 'unauthorized',
  staticData: { title: 'Acceso denegado' },
  component: lazyRouteComponent(() => import('#app/pages/unauthorized-page.tsx'), 'UnauthorizedPage'),
})

/** The company's area used to be called /admin, and some links still say so. */
const formerAdmin = createRoute({
  getParentRoute: () => root,
  path: 'admin/$',
  beforeLoad: ({ location }) => {
    throw redirect({ href: location.href.replace(/^\/admin/, '/empresa'), replace: true })
  },
})

const shell = lazyRouteComponent(() => import('#app/shell/shell.tsx'), 'Shell')
const soon = lazyRouteComponent(() => import('#app/pages/soon-page.tsx'), 'SoonPage')

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
  component: soon,
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

const empresa = createRoute({
  getParentRoute: () => root,
  path: 'empresa',
  beforeLoad: guard('empresa'),
  component: shell,
})
const empresaIndex = createRoute({
  getParentRoute: () => empresa,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/empresa/projects', replace: true })
  },
})
const empresaProjects = createRoute({
  getParentRoute: () => empresa,
  path: 'projects',
  staticData: { title: 'Proyectos' },
  component: soon,
})
const empresaClients = createRoute({
  getParentRoute: () => empresa,
  path: 'clients',
  staticData: { title: 'Clientes' },
  component: soon,
})
const empresaProviders = createRoute({
  getParentRoute: () => empresa,
  path: 'providers',
  staticData: { title: 'Proveedores' },
  component: soon,
})
const empresaContracts = createRoute({
  getParentRoute: () => empresa,
  path: 'contracts',
  staticData: { title: 'Contratos' },
  component: soon,
})

/** Areas whose screens come later still let their people in. */
const provider = createRoute({
  getParentRoute: () => root,
  path: 'provider',
  beforeLoad: guard('provider'),
  component: shell,
})
const providerRest = createRoute({ getParentRoute: () => provider, path: '$', component: soon })

const platform = createRoute({
  getParentRoute: () => root,
  path: 'admin_saas',
  beforeLoad: guard('admin_saas'),
  component: shell,
})
const platformRest = createRoute({ getParentRoute: () => platform, path: '$', component: soon })

export const routeTree = root.addChildren([
  landing,
  login,
  unauthorized,
  formerAdmin,
  client.addChildren([clientIndex, clientDashboard, clientProjects, clientApprovals, clientConfirmations]),
  empresa.addChildren([empresaIndex, empresaProjects, empresaClients, empresaProviders, empresaContracts]),
  provider.addChildren([providerRest]),
  platform.addChildren([platformRest]),
])
