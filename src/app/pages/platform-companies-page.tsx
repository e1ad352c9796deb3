import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Building2, Plus, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ViewAsButton } from '#app/pages/view-as-button.tsx'
import { companyList } from '#features/platform/list.ts'
import { type CompanyHandlers, CompanyTable } from '#features/platform/web/company-table.tsx'
import { companiesQuery, exportCompanyList } from '#features/platform/web/queries.ts'
import { companySortLabel } from '#features/platform/web/text.ts'
import type { CompanyRowWire } from '#features/platform/wire/companies.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ExportButton } from '#ui/lists/export-button.tsx'
import { ListBar } from '#ui/lists/list-bar.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { loadedItems } from '#ui/lists/pages.ts'
import { useSearchText } from '#ui/lists/search-text.ts'
import { SortSelect } from '#ui/lists/sort-select.tsx'
import { useListSearch } from '#ui/lists/use-list-search.ts'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'

const loadNewCompany = async () =>
  (await import('#features/platform/web/new-company-dialog.tsx')).NewCompanyDialog
const loadPlan = async () => (await import('#features/platform/web/standing-dialog.tsx')).PlanDialog
const loadStatus = async () => (await import('#features/platform/web/standing-dialog.tsx')).StatusDialog

type Open = { kind: 'new' } | { kind: 'plan' | 'status'; company: CompanyRowWire } | null

/** Companies of the platform, with its actions on each. */
export function PlatformCompaniesPage() {
  const { text, setText, q } = useSearchText()
  const list = useListSearch(companyList)
  const query = useInfiniteQuery(companiesQuery(list.filter))
  const [open, setOpen] = useState<Open>(null)
  const handlers = useHandlers(setOpen)
  const companies = useMemo(() => loadedItems(query.data), [query.data])
  return (
    <>
      <PageHeader
        title="Gestión de Empresas"
        subtitle="Quién usa la plataforma, con qué plan y cuánto"
        actions={
          <Button
            variant="primary"
            icon={<Plus aria-hidden="true" />}
            onClick={() => setOpen({ kind: 'new' })}
          >
            Crear Nueva Empresa
          </Button>
        }
      />
      <div className="mb-4">
        <ListBar label="Buscar empresas..." text={text} onSearch={setText}>
          <SortSelect
            everywhere
            sort={list.sort}
            sorts={companyList.sorts}
            labels={companySortLabel}
            onChange={list.setSort}
          />
          <ExportButton filter={list.filter} request={exportCompanyList} one="empresa" many="empresas" />
        </ListBar>
      </div>
      <Loaded query={query} skeleton={<SkeletonRows label="Cargando empresas" />}>
        {() =>
          companies.length === 0 ? (
            <NoCompanies isSearch={q !== ''} onClear={() => setText('')} />
          ) : (
            <CompanyTable
              companies={companies}
              isStale={query.isPlaceholderData || text.trim() !== q}
              sort={list.shown}
              onSort={list.sortBy}
              handlers={handlers}
            />
          )
        }
      </Loaded>
      <LoadMore query={query} />
      <OpenDialog open={open} onClose={() => setOpen(null)} />
    </>
  )
}

function useHandlers(setOpen: (open: Open) => void): CompanyHandlers {
  const navigate = useNavigate()
  return useMemo(
    () => ({
      onPlan: company => setOpen({ kind: 'plan', company }),
      onStatus: company => setOpen({ kind: 'status', company }),
      onUsers: ({ id }) => void navigate({ to: '/admin_saas/users', search: { companyId: id } }),
      impersonation: ({ id, name }) => (
        <ViewAsButton label="Impersonar empresa" target={{ companyId: id }} name={name} size="sm" />
      ),
    }),
    [navigate, setOpen],
  )
}

function OpenDialog({ open, onClose }: { open: Open; onClose: () => void }) {
  if (open === null) return null
  if (open.kind === 'new') return <OnDemand load={loadNewCompany} props={{ onClose }} />
  const load = open.kind === 'plan' ? loadPlan : loadStatus
  return <OnDemand load={load} props={{ company: open.company, onClose }} />
}

function NoCompanies({ isSearch, onClear }: { isSearch: boolean; onClear: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={isSearch ? <SearchX /> : <Building2 />}
        title="No se encontraron empresas."
        action={isSearch && <Button onClick={onClear}>Limpiar búsqueda</Button>}
      >
        {isSearch ? 'Prueba con otro nombre u otro correo.' : 'Crea la primera empresa de la plataforma.'}
      </EmptyState>
    </Card>
  )
}
