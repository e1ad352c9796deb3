/** Routes of the platform's area. */
import { createRoute, redirect } from '@tanstack/react-router'
import { guard } from '#app/guards.ts'
import { latePage } from '#app/late-page.ts'
import { searchFor } from '#app/list-search.ts'
import { root, shell } from '#app/root-route.tsx'
import type {
  companyList,
  contractFiguresList,
  customerList,
  orderFlowList,
  userList,
} from '#features/platform/list.ts'

const platform = createRoute({
  getParentRoute: () => root,
  path: 'admin_saas',
  beforeLoad: guard('admin_saas'),
  component: shell,
})
const index = createRoute({
  getParentRoute: () => platform,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin_saas/dashboard', replace: true })
  },
})
const dashboard = createRoute({
  getParentRoute: () => platform,
  path: 'dashboard',
  staticData: { title: 'Panel Administrativo SaaS' },
  component: latePage(() => import('#features/platform/web/dashboard-page.tsx'), 'PlatformDashboardPage'),
})
const companies = createRoute({
  getParentRoute: () => platform,
  path: 'companies',
  staticData: { title: 'Gestión de Empresas' },
  validateSearch: searchFor<typeof companyList>(),
  component: latePage(() => import('#app/pages/platform-companies-page.tsx'), 'PlatformCompaniesPage'),
})

const users = createRoute({
  getParentRoute: () => platform,
  path: 'users',
  staticData: { title: 'Usuarios / Perfiles' },
  validateSearch: searchFor<typeof userList>(),
  component: latePage(() => import('#features/platform/web/users-page.tsx'), 'UsersPage'),
})
const orderFlows = createRoute({
  getParentRoute: () => platform,
  path: 'order-flows',
  staticData: { title: 'Flujos de Pedidos' },
  validateSearch: searchFor<typeof orderFlowList>(),
  component: latePage(() => import('#features/platform/web/order-flows-page.tsx'), 'OrderFlowsPage'),
})
const orderFlow = createRoute({
  getParentRoute: () => platform,
  path: 'order-flows/$companyId/$documentId',
  staticData: { title: 'Pedido' },
  component: latePage(() => import('#features/platform/web/order-flow-page.tsx'), 'OrderFlowPage'),
})

const contracts = createRoute({
  getParentRoute: () => platform,
  path: 'contracts',
  staticData: { title: 'Contratos' },
  validateSearch: searchFor<typeof contractFiguresList>(),
  component: latePage(() => import('#features/platform/web/contracts-page.tsx'), 'PlatformContractsPage'),
})
const contract = createRoute({
  getParentRoute: () => platform,
  path: 'contracts/$companyId/$contractId',
  staticData: { title: 'Contrato' },
  component: latePage(() => import('#features/platform/web/contract-page.tsx'), 'PlatformContractPage'),
})
const monetization = createRoute({
  getParentRoute: () => platform,
  path: 'monetization',
  staticData: { title: 'Panel de Monetización' },
  validateSearch: searchFor<typeof customerList>(),
  component: latePage(() => import('#features/platform/web/monetization-page.tsx'), 'MonetizationPage'),
})
const mail = createRoute({
  getParentRoute: () => platform,
  path: 'mail',
  staticData: { title: 'Correos sin enviar' },
  component: latePage(() => import('#features/platform/web/mails-page.tsx'), 'MailsPage'),
})
const profile = createRoute({
  getParentRoute: () => platform,
  path: 'profile',
  staticData: { title: 'Mi perfil' },
  component: latePage(() => import('#app/pages/profile-page.tsx'), 'ProfilePage'),
})

export const platformRoutes = platform.addChildren([
  index,
  dashboard,
  companies,
  users,
  orderFlows,
  orderFlow,
  contracts,
  contract,
  monetization,
  mail,
  profile,
])
