import { useInfiniteQuery } from '@tanstack/react-query'
import { MailOpen, SearchX } from 'lucide-react'
import { useArea } from '#app/use-area.ts'
import { receivedList } from '#features/invoices/list.ts'
import { statesOfTab, type TrayTab, trayTabs } from '#features/invoices/rules/tray.ts'
import { trayStateLabel, trayTabLabel } from '#features/invoices/text/tray-states.ts'
import { ReceivingPanel } from '#features/invoices/web/receiving-panel.tsx'
import { exportReceivedList, trayQuery } from '#features/invoices/web/tray-queries.ts'
import { TrayRowsPanel } from '#features/invoices/web/tray-rows-panel.tsx'
import type { TrayInvoiceWire } from '#features/invoices/wire/tray.ts'
import { QuarantineLinkPanel } from '#features/mailboxes/web/quarantine-link-panel.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ExportButton } from '#ui/lists/export-button.tsx'
import { FilterSelect } from '#ui/lists/filter-select.tsx'
import { FilterTabs } from '#ui/lists/filter-tabs.tsx'
import { ListBar } from '#ui/lists/list-bar.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { loadedItems } from '#ui/lists/pages.ts'
import { narrowed, useSearchText } from '#ui/lists/search-text.ts'
import { useListSearch } from '#ui/lists/use-list-search.ts'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'

/** The tray: invoices as they come, until each is an order or refused. For a provider, those that it sent. */
export function ReceivedInvoicesPage() {
  const { areaPath, area } = useArea()
  const { text, setText, q } = useSearchText()
  const list = useListSearch(receivedList)
  const { tab = 'open', state } = list.filter
  const filter = { ...list.filter, tab }
  const query = useInfiniteQuery(trayQuery(filter))
  const isAnswered = text.trim() === q && !query.isPlaceholderData
  const isSender = area === 'provider'
  const choose = (next: TrayTab) => list.narrow({ tab: next === 'open' ? undefined : next, state: undefined })
  // Until it is known, as for nearly everybody: what comes late moves what is there.
  const may = query.data?.pages[0]?.can.receive ?? true
  return (
    <>
      <PageHeader
        title={isSender ? 'Facturas enviadas' : 'Facturas recibidas'}
        subtitle={
          isSender
            ? 'Envía tus facturas y mira qué ha sido de cada una'
            : 'Se leen solas; cada una acaba en un pedido, o rechazada con su motivo'
        }
        actions={area === 'empresa' && <QuarantineLinkPanel />}
      />
      <div className="grid grid-cols-1 gap-4">
        {may === true && <ReceivingPanel />}
        <FilterTabs
          label="Facturas"
          options={trayTabs.map(value => ({ value, label: trayTabLabel[value] }))}
          value={tab}
          onChange={choose}
        />
        <ListBar label="Buscar facturas..." text={text} onSearch={setText}>
          {tab === 'open' && (
            <FilterSelect
              label="Estado"
              all="Todos los estados"
              options={statesOfTab.open.map(value => ({ value, label: trayStateLabel[value] }))}
              value={state ?? ''}
              onChange={value => list.narrow({ state: statesOfTab.open.find(each => each === value) })}
            />
          )}
          <ExportButton filter={filter} request={exportReceivedList} one="factura" many="facturas" />
        </ListBar>
        <Loaded query={query} skeleton={<SkeletonRows label="Cargando las facturas" />}>
          {data => {
            const items = loadedItems(data)
            if (items.length === 0 && (q !== '' || state !== undefined))
              return (
                <Nothing
                  onClear={() => {
                    setText('')
                    list.narrow({ q: undefined, state: undefined })
                  }}
                />
              )
            return items.length === 0 ? (
              <Card>
                <EmptyState icon={<MailOpen />} title={nothingIn[tab]}>
                  {tab === 'open' && may === true
                    ? 'Suelta aquí sus archivos: XML, PDF, fotos con código QR, o un ZIP con ellos.'
                    : undefined}
                </EmptyState>
              </Card>
            ) : (
              <TrayRowsPanel
                areaPath={areaPath}
                items={narrowed(items, text, isAnswered, searchText)}
                isStale={!isAnswered}
              />
            )
          }}
        </Loaded>
        <LoadMore query={query} />
      </div>
    </>
  )
}

const searchText = ({ number, issuerName, issuerTaxId, provider, file }: TrayInvoiceWire) =>
  [number, issuerName, issuerTaxId, provider?.name, file.name].join(' ')

/** No invoice has what was looked for. */
function Nothing({ onClear }: { onClear: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={<SearchX />}
        title="No se encontraron facturas."
        action={<Button onClick={onClear}>Limpiar búsqueda</Button>}
      >
        Prueba con otro número, otro emisor, otro NIF u otro nombre de archivo.
      </EmptyState>
    </Card>
  )
}

const nothingIn: { readonly [tab in TrayTab]: string } = {
  open: 'No hay facturas por tramitar',
  paid: 'Ninguna factura dice que ya está pagada',
  ordered: 'Ninguna factura tiene pedido todavía',
  refused: 'No se ha rechazado ninguna factura',
}
