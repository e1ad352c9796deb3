/** Routes of the company's area. */
import { createRoute, redirect } from '@tanstack/react-router'
import { documentRoutes, personRoutes } from '#app/area-routes.tsx'
import { guard, requireAdmin, requireGlobal } from '#app/guards.ts'
import { latePage } from '#app/late-page.ts'
import { parseClientSearch, searchFor } from '#app/list-search.ts'
import { ahead, root, shell } from '#app/root-route.tsx'
import {
  importPages,
  mailboxPages,
  programPages,
  settingsRoutes,
  signInPages,
  tablePages,
} from '#app/settings-routes.tsx'
import { workRoutes } from '#app/work-routes.tsx'
import type { clientList } from '#features/clients/list.ts'
import type { contractList } from '#features/contracts/list.ts'
import type { costCentreList } from '#features/cost-centres/list.ts'
import type { documentList } from '#features/documents/list.ts'
import type { peopleList } from '#features/people/list.ts'
import type { projectList } from '#features/projects/list.ts'
import type { providerList } from '#features/providers/list.ts'

const empresa = createRoute({
  getParentRoute: () => root,
  path: 'empresa',
  beforeLoad: guard('empresa'),
  component: shell,
})
const index = createRoute({
  getParentRoute: () => empresa,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/empresa/dashboard', replace: true })
  },
})
const dashboard = createRoute({
  getParentRoute: () => empresa,
  path: 'dashboard',
  staticData: { title: 'Panel' },
  loader: ({ cause }) =>
    ahead(cause, async () => (await import('#features/reports/web/queries.ts')).readCompanyReportAhead()),
  component: latePage(() => import('#app/pages/company-dashboard-page.tsx'), 'CompanyDashboardPage'),
})

const projects = createRoute({
  getParentRoute: () => empresa,
  path: 'projects',
  staticData: { title: 'Proyectos' },
  validateSearch: searchFor<typeof projectList>(),
  loader: ({ cause }) =>
    ahead(cause, async () => (await import('#features/projects/web/queries.ts')).readProjectsAhead()),
  component: latePage(() => import('#app/pages/company-projects-page.tsx'), 'CompanyProjectsPage'),
})
const newProject = createRoute({
  getParentRoute: () => empresa,
  path: 'projects/new',
  beforeLoad: requireAdmin,
  staticData: { title: 'Nuevo Proyecto' },
  component: latePage(() => import('#features/projects/web/new-project-page.tsx'), 'NewProjectPage'),
})
const project = createRoute({
  getParentRoute: () => empresa,
  path: 'projects/$projectId',
  staticData: { title: 'Proyecto' },
  validateSearch: searchFor<typeof documentList>(),
  loader: ({ cause, params }) =>
    ahead(cause, async () =>
      (await import('#app/pages/project-page.tsx')).readProjectAhead(params.projectId),
    ),
  component: latePage(() => import('#app/pages/company-project-page.tsx'), 'CompanyProjectPage'),
})
const clients = createRoute({
  getParentRoute: () => empresa,
  path: 'clients',
  staticData: { title: 'Clientes' },
  validateSearch: searchFor<typeof clientList>(),
  loader: ({ cause }) =>
    ahead(cause, async () => (await import('#features/clients/web/queries.ts')).readClientsAhead()),
  component: latePage(() => import('#app/pages/company-clients-page.tsx'), 'CompanyClientsPage'),
})
const client = createRoute({
  getParentRoute: () => empresa,
  path: 'clients/$clientId',
  staticData: { title: 'Cliente' },
  component: latePage(() => import('#app/pages/company-client-page.tsx'), 'CompanyClientPage'),
})
const providers = createRoute({
  getParentRoute: () => empresa,
  path: 'providers',
  staticData: { title: 'Proveedores' },
  validateSearch: searchFor<typeof providerList>(),
  loader: ({ cause }) =>
    ahead(cause, async () => (await import('#features/providers/web/queries.ts')).readProvidersAhead()),
  component: latePage(() => import('#features/providers/web/providers-page.tsx'), 'ProvidersPage'),
})
const provider = createRoute({
  getParentRoute: () => empresa,
  path: 'providers/$providerId',
  staticData: { title: 'Proveedor' },
  component: latePage(() => import('#app/pages/company-provider-page.tsx'), 'CompanyProviderPage'),
})

const contracts = createRoute({
  getParentRoute: () => empresa,
  path: 'contracts',
  staticData: { title: 'Contratos' },
  validateSearch: searchFor<typeof contractList>(),
  loader: ({ cause }) =>
    ahead(cause, async () => (await import('#features/contracts/web/queries.ts')).readContractsAhead()),
  component: latePage(() => import('#app/pages/company-contracts-page.tsx'), 'CompanyContractsPage'),
})
const newContract = createRoute({
  getParentRoute: () => empresa,
  path: 'contracts/new',
  beforeLoad: requireAdmin,
  staticData: { title: 'Nuevo Contrato' },
  validateSearch: parseClientSearch,
  component: latePage(() => import('#features/contracts/web/new-contract-page.tsx'), 'NewContractPage'),
})
const costCentres = createRoute({
  getParentRoute: () => empresa,
  path: 'cost-centres',
  staticData: { title: 'Centros de coste' },
  validateSearch: searchFor<typeof costCentreList>(),
  loader: ({ cause }) =>
    ahead(cause, async () => (await import('#features/cost-centres/web/queries.ts')).readCostCentresAhead()),
  component: latePage(() => import('#features/cost-centres/web/cost-centres-page.tsx'), 'CostCentresPage'),
})
const costCentre = createRoute({
  getParentRoute: () => empresa,
  path: 'cost-centres/$costCentreId',
  staticData: { title: 'Centro de coste' },
  component: latePage(() => import('#features/cost-centres/web/cost-centre-page.tsx'), 'CostCentrePage'),
})
const people = createRoute({
  getParentRoute: () => empresa,
  path: 'people',
  staticData: { title: 'Personas' },
  validateSearch: searchFor<typeof peopleList>(),
  loader: ({ cause }) =>
    ahead(cause, async () => (await import('#features/people/web/queries.ts')).readPeopleAhead()),
  component: latePage(() => import('#app/pages/company-people-page.tsx'), 'CompanyPeoplePage'),
})
/** Routes of the company's data and settings: for holders of the global `admin` permission. */
const administered = createRoute({
  getParentRoute: () => empresa,
  id: 'administered',
  beforeLoad: requireGlobal(['admin']),
})
const settings = createRoute({
  getParentRoute: () => administered,
  path: 'settings',
  staticData: { title: 'Configuración' },
  component: latePage(() => import('#app/pages/company-settings-page.tsx'), 'CompanySettingsPage'),
})
/** Routes of settings that an auditor does not see: what signs people in, lets programs in, or brings data in. */
const kept = createRoute({
  getParentRoute: () => administered,
  id: 'kept',
  beforeLoad: requireAdmin,
})

export const companyRoutes = empresa.addChildren([
  index,
  dashboard,
  projects,
  newProject,
  project,
  clients,
  client,
  providers,
  provider,
  contracts,
  newContract,
  costCentres,
  costCentre,
  people,
  administered.addChildren([
    settings,
    ...settingsRoutes(() => administered),
    ...tablePages(() => administered),
    kept.addChildren([
      ...programPages(() => kept),
      ...importPages(() => kept),
      ...signInPages(() => kept),
      ...mailboxPages(() => kept),
    ]),
  ]),
  ...documentRoutes(() => empresa, requireAdmin),
  ...workRoutes(() => empresa),
  ...personRoutes(() => empresa, requireAdmin),
])
