/** Search of the palette in the person's own lists: the ordinary reads, with the ordinary rights. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Briefcase, Building2, FileSignature, FileText, Truck, Users } from 'lucide-react'
import { useFoundViews } from '#app/shell/found-views.tsx'
import { clientsQuery } from '#features/clients/web/queries.ts'
import { contractsQuery } from '#features/contracts/web/queries.ts'
import { documentsQuery } from '#features/documents/web/queries.ts'
import { documentAddress } from '#features/documents/web/text.ts'
import { companiesQuery } from '#features/platform/web/queries.ts'
import { projectsQuery } from '#features/projects/web/queries.ts'
import { providersQuery } from '#features/providers/web/queries.ts'
import type { Area } from '#kernel/actor.ts'
import { formatMoney } from '#kernel/money.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import type { CommandGroup } from '#ui/dialogs/command-palette.tsx'

/** Most results of each kind. */
const most = 5

export function useFound(area: Area, q: string): { groups: CommandGroup[]; isSearching: boolean } {
  const ofCompany = useFoundInCompany(area, q)
  const ofPlatform = useFoundCompanies(area, q)
  return area === 'admin_saas' ? ofPlatform : ofCompany
}

function useFoundInCompany(area: Area, q: string) {
  const navigate = useNavigate()
  const areaPath = `/${area}`
  const isOn = q.length > 1 && area !== 'admin_saas'
  const isCompany = isOn && area === 'empresa'
  const documents = useInfiniteQuery({ ...documentsQuery({ q }), enabled: isOn })
  const projects = useQuery({ ...projectsQuery(q), enabled: isOn })
  const contracts = useQuery({ ...contractsQuery(q), enabled: isOn })
  const providers = useQuery({ ...providersQuery(q), enabled: isCompany })
  const clients = useQuery({ ...clientsQuery(q), enabled: isCompany })
  const views = useFoundViews(area, q, isOn)
  const go = (to: string) => () => void navigate({ to })
  const groups = [
    group('Documentos', documents.data?.pages[0]?.items, document => ({
      id: document.id,
      label: `${document.id} · ${document.name}`,
      detail: `${document.providerName} · ${formatMoney(moneyFromWire(document.amount))}`,
      icon: <FileText />,
      run: go(documentAddress(areaPath, document)),
    })),
    group('Proyectos', projects.data?.items, ({ id, name, clientName }) => ({
      id,
      label: `${id} · ${name}`,
      detail: clientName,
      icon: <Briefcase />,
      run: go(`${areaPath}/projects/${id}`),
    })),
    group('Contratos', contracts.data?.items, ({ id, description, clientName }) => ({
      id,
      label: `${id} · ${description}`,
      detail: clientName,
      icon: <FileSignature />,
      run: go(`${areaPath}/contracts/${id}`),
    })),
    group('Proveedores', providers.data?.items, ({ id, name, taxId }) => ({
      id,
      label: name,
      detail: taxId ?? id,
      icon: <Truck />,
      run: go(`${areaPath}/providers/${id}`),
    })),
    group('Clientes', clients.data?.items, ({ id, name, email }) => ({
      id,
      label: name,
      detail: email,
      icon: <Users />,
      run: go(`${areaPath}/clients/${id}`),
    })),
    group('Vistas guardadas', views, command => command),
  ]
  const isSearching = [documents, projects, contracts, providers, clients].some(query => query.isFetching)
  return { groups: isOn ? groups : [], isSearching: isOn && isSearching }
}

function useFoundCompanies(area: Area, q: string) {
  const navigate = useNavigate()
  const isOn = q.length > 1 && area === 'admin_saas'
  const companies = useInfiniteQuery({ ...companiesQuery({ q }), enabled: isOn })
  const groups = [
    group('Empresas', companies.data?.pages[0]?.items, ({ id, name }) => ({
      id,
      label: name,
      icon: <Building2 />,
      run: () => void navigate({ to: '/admin_saas/companies', search: { q: name } }),
    })),
  ]
  return { groups: isOn ? groups : [], isSearching: isOn && companies.isFetching }
}

function group<Row>(
  label: string,
  rows: readonly Row[] | undefined,
  commandOf: (row: Row) => CommandGroup['items'][number],
): CommandGroup {
  return { label, items: (rows ?? []).slice(0, most).map(commandOf) }
}
