/** The addresses of the company's area. */
import { createRoute, redirect } from '@tanstack/react-router'
import { guard } from '#app/guards.ts'
import { root, shell, soon } from '#app/root-route.tsx'

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

export const companyRoutes = empresa.addChildren([
  empresaIndex,
  empresaProjects,
  empresaClients,
  empresaProviders,
  empresaContracts,
])
