import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useMemo } from 'react'
import { NewRequestLink } from '#app/pages/provider-orders-page.tsx'
import { useArea } from '#app/use-area.ts'
import { documentAddress } from '#features/documents/web/text.ts'
import { sentFilesQuery } from '#features/files/web/queries.ts'
import type { SentFileWire } from '#features/files/wire.ts'
import { sizeText } from '#ui/fields/size-text.ts'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { loadedItems } from '#ui/lists/pages.ts'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { InstantDay } from '#ui/time.tsx'

/** Files that the provider sent with its orders, each with a link to its order. */
export function ProviderDocumentsPage() {
  const { areaPath } = useArea()
  const query = useInfiniteQuery(sentFilesQuery())
  const columns = useMemo(() => columnsFor(areaPath), [areaPath])
  return (
    <>
      <PageHeader
        title="Documentos cargados"
        subtitle="Facturas y certificaciones que has adjuntado a tus pedidos"
        actions={<NewRequestLink />}
      />
      <div className="grid grid-cols-1 gap-3">
        <Loaded query={query} skeleton={<SkeletonRows label="Cargando documentos" />}>
          {data => (
            <Table
              label="Documentos cargados"
              columns={columns}
              rows={loadedItems(data)}
              rowKey={row => row.id}
              card={row => <FileLines areaPath={areaPath} row={row} />}
              empty={
                <EmptyState icon={<FileUp />} title="Aún no has cargado documentos">
                  Adjunta la factura o la certificación cuando pidas un pago: quedará aquí, junto a su pedido.
                </EmptyState>
              }
            />
          )}
        </Loaded>
        <LoadMore query={query} />
      </div>
    </>
  )
}

const columnsFor = (areaPath: string): Column<SentFileWire>[] => [
  {
    id: 'name',
    header: 'Archivo',
    className: 'w-2/5 font-medium',
    isLine: true,
    cell: ({ name }) => name,
  },
  {
    id: 'document',
    header: 'Pedido',
    className: 'w-1/4',
    isLine: true,
    cell: ({ document: { id, name } }) => (
      <>
        {name} <span className="figures text-ink-faint">{id}</span>
      </>
    ),
  },
  {
    id: 'project',
    header: 'Proyecto',
    className: 'w-1/4',
    isLine: true,
    cell: row => row.document.projectName,
  },
  {
    id: 'size',
    header: 'Tamaño',
    align: 'end',
    cell: ({ size }) => <span className="figures">{sizeText(size)}</span>,
  },
  { id: 'date', header: 'Fecha', cell: row => <InstantDay value={row.at} /> },
  {
    id: 'view',
    header: 'Ver',
    cell: ({ name, document }) => (
      <Link
        to={documentAddress(areaPath, document)}
        aria-label={`Ver ${name}, en ${document.id}`}
        className="inline-flex min-h-8 items-center rounded-sm font-medium text-accent after:absolute after:inset-0 hover:underline focus-visible:after:outline-2 focus-visible:after:outline-accent"
      >
        Ver
      </Link>
    ),
  },
]

/** File as a card, on narrow screens. */
function FileLines({ areaPath, row: { name, size, at, document } }: { areaPath: string; row: SentFileWire }) {
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <Link
          to={documentAddress(areaPath, document)}
          className="min-w-0 truncate font-medium after:absolute after:inset-0"
        >
          {name}
        </Link>
        <span className="figures shrink-0 text-ink-faint text-xs">{sizeText(size)}</span>
      </div>
      <p className="min-w-0 truncate text-ink-faint text-xs">
        {document.name} · <span className="figures">{document.id}</span> · <InstantDay value={at} />
      </p>
    </div>
  )
}
