import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MailOpen } from 'lucide-react'
import { useArea } from '#app/use-area.ts'
import { refusalFor } from '#features/documents/web/attachments-panel.tsx'
import { acceptedMediaTypes, UploadedFileWire, uploadPath } from '#features/files/wire.ts'
import { type TrayTab, trayTabs } from '#features/invoices/rules/tray.ts'
import { trayTabLabel } from '#features/invoices/text/tray-states.ts'
import { receive, trayQuery } from '#features/invoices/web/tray-queries.ts'
import { TrayRowsPanel } from '#features/invoices/web/tray-rows-panel.tsx'
import { useSearchParam } from '#ui/address.ts'
import { Card } from '#ui/card.tsx'
import { FileDrop } from '#ui/fields/file-drop.tsx'
import { useUploads } from '#ui/fields/upload.ts'
import { FilterTabs } from '#ui/lists/filter-tabs.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { loadedItems } from '#ui/lists/pages.ts'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'

/** The tray: invoices as they come, until each is an order or refused. For a provider, those that it sent. */
export function ReceivedInvoicesPage() {
  const { areaPath, area } = useArea()
  const navigate = useNavigate()
  const asked = useSearchParam('tab')
  const tab = trayTabs.find(each => each === asked) ?? 'open'
  const query = useInfiniteQuery(trayQuery(tab))
  const isSender = area === 'provider'
  const choose = (next: TrayTab) =>
    void navigate({ to: '.', search: next === 'open' ? {} : { tab: next }, replace: true })
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
      />
      <div className="grid grid-cols-1 gap-4">
        {may === true && <Receiving />}
        <FilterTabs
          label="Facturas"
          options={trayTabs.map(value => ({ value, label: trayTabLabel[value] }))}
          value={tab}
          onChange={choose}
        />
        <Loaded query={query} skeleton={<SkeletonRows label="Cargando las facturas" />}>
          {data => {
            const items = loadedItems(data)
            return items.length === 0 ? (
              <Card>
                <EmptyState icon={<MailOpen />} title={nothingIn[tab]}>
                  {tab === 'open' && may === true
                    ? 'Suelta aquí sus archivos: XML, PDF o fotos con código QR.'
                    : undefined}
                </EmptyState>
              </Card>
            ) : (
              <TrayRowsPanel areaPath={areaPath} items={items} />
            )
          }}
        </Loaded>
        <LoadMore query={query} />
      </div>
    </>
  )
}

const nothingIn: { readonly [tab in TrayTab]: string } = {
  open: 'No hay facturas por tramitar',
  ordered: 'Ninguna factura tiene pedido todavía',
  refused: 'No se ha rechazado ninguna factura',
}

/** Place for the files of invoices, each of which comes into the tray as soon as it is there. */
function Receiving() {
  const { uploads, add, retry, remove } = useUploads({
    path: uploadPath,
    read: answer => UploadedFileWire.parse(answer),
    check: refusalFor,
    after: ({ id }) => receive(id),
  })
  // A file that has come stands in the list below.
  const pending = uploads.filter(({ state }) => state !== 'done')
  return (
    <FileDrop
      label="Añadir facturas"
      hint="Arrastra, pega o elige una o varias: XML, PDF o fotos con código QR, de hasta 10 MB."
      multiple
      accept={[...acceptedMediaTypes, '.heic', '.xml', '.xsig'].join()}
      uploads={pending}
      onAdd={add}
      onRetry={retry}
      onRemove={remove}
    />
  )
}
