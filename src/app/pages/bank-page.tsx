import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Landmark } from 'lucide-react'
import { useArea } from '#app/use-area.ts'
import { type DeskTab, deskTabs } from '#features/bank/rules/desk.ts'
import { deskTabLabel } from '#features/bank/text/tabs.ts'
import { DecidedLinesPanel } from '#features/bank/web/decided-lines-panel.tsx'
import { OpenLinesPanel } from '#features/bank/web/open-lines-panel.tsx'
import { decidedLinesQuery, importFile, openLinesQuery } from '#features/bank/web/queries.ts'
import { batchesAddress } from '#features/executions/web/text.ts'
import { maxFileBytes, UploadedFileWire, uploadPath } from '#features/files/wire.ts'
import { ibanText } from '#kernel/iban.ts'
import { counted } from '#kernel/text.ts'
import { useSearchParam } from '#ui/address.ts'
import { ApiProblem } from '#ui/api.ts'
import { Card } from '#ui/card.tsx'
import { FileDrop } from '#ui/fields/file-drop.tsx'
import { useUploads } from '#ui/fields/upload.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { FilterTabs } from '#ui/lists/filter-tabs.tsx'
import { KeptFocus } from '#ui/lists/kept-focus.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { loadedItems } from '#ui/lists/pages.ts'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

/** Desk of the bank: its files come in, and its lines are settled with payments, or put aside. */
export function BankPage() {
  const { areaPath } = useArea()
  const navigate = useNavigate()
  const asked = useSearchParam('tab')
  const tab = deskTabs.find(each => each === asked) ?? 'open'
  const choose = (next: DeskTab) =>
    void navigate({ to: '.', search: next === 'open' ? {} : { tab: next }, replace: true })
  return (
    <>
      <PageHeader
        title="Banco"
        subtitle="Suelta el extracto: cada movimiento confirma su pago, con su línea como comprobante"
      />
      <div className="grid grid-cols-1 gap-4">
        <FilterTabs
          label="Movimientos"
          options={deskTabs.map(value => ({ value, label: deskTabLabel[value] }))}
          value={tab}
          onChange={choose}
        />
        {tab === 'open' ? <OpenLines areaPath={areaPath} /> : <DecidedLines areaPath={areaPath} tab={tab} />}
      </div>
    </>
  )
}

function OpenLines({ areaPath }: { areaPath: string }) {
  const query = useInfiniteQuery(openLinesQuery())
  if (query.error instanceof ApiProblem && query.error.problem.status === 404) return <NotForThem />
  // Until it is known, as for nearly everybody: what comes late moves what is there.
  const may = query.data?.pages[0]?.can.import ?? true
  return (
    <>
      {may === true ? <Importing /> : <p className="text-ink-soft">{may.text}</p>}
      <KeptFocus>
        <Loaded query={query} skeleton={<SkeletonRows label="Cargando los movimientos" />}>
          {data => {
            const items = loadedItems(data)
            return items.length === 0 ? (
              <Card>
                <EmptyState
                  icon={<Landmark />}
                  title="No hay movimientos por conciliar"
                  action={<LinkButton to={batchesAddress(areaPath)}>Ver las remesas</LinkButton>}
                >
                  Descarga de tu banco el extracto (Norma 43 o CAMT.053) o la respuesta a una remesa
                  (pain.002) y suéltalo aquí.
                </EmptyState>
              </Card>
            ) : (
              <OpenLinesPanel
                areaPath={areaPath}
                items={items}
                mayExplain={query.data?.pages[0]?.can.explain}
              />
            )
          }}
        </Loaded>
      </KeptFocus>
      <LoadMore query={query} />
    </>
  )
}

const nothingIn = {
  settled: 'Ningún movimiento se ha conciliado todavía',
  explained: 'No hay movimientos apartados',
} as const

type DecidedLinesProps = { areaPath: string; tab: 'settled' | 'explained' }

function DecidedLines({ areaPath, tab }: DecidedLinesProps) {
  const query = useInfiniteQuery(decidedLinesQuery(tab))
  if (query.error instanceof ApiProblem && query.error.problem.status === 404) return <NotForThem />
  return (
    <>
      <KeptFocus>
        <Loaded query={query} skeleton={<SkeletonRows label="Cargando los movimientos" />}>
          {data => {
            const items = loadedItems(data)
            return items.length === 0 ? (
              <Card>
                <EmptyState icon={<Landmark />} title={nothingIn[tab]} />
              </Card>
            ) : (
              <DecidedLinesPanel areaPath={areaPath} label={deskTabLabel[tab]} items={items} />
            )
          }}
        </Loaded>
      </KeptFocus>
      <LoadMore query={query} />
    </>
  )
}

const NotForThem = () => (
  <Card>
    <EmptyState icon={<Landmark />} title="Aquí trabaja quien ejecuta en todos los proyectos">
      El extracto del banco cuenta los pagos de toda la empresa. Pide a la administración que te añada como
      ejecutor en los proyectos que faltan.
    </EmptyState>
  </Card>
)

/** Place for the files of the bank, each of which is read as soon as it is there. */
function Importing() {
  const { uploads, add, retry, remove } = useUploads({
    path: uploadPath,
    read: answer => UploadedFileWire.parse(answer),
    check: ({ size }) => (size > maxFileBytes ? 'El máximo son 10 MB.' : undefined),
    after: async ({ id }) => {
      const { lines, fresh, settled, leftOut } = await importFile(id)
      const told = fresh === 1 ? 'un movimiento nuevo' : `${fresh} movimientos nuevos`
      notify.success(`Archivo leído: ${told} de ${lines}`, importNote(settled, leftOut))
    },
  })
  // A file that was read stands in the list below.
  const pending = uploads.filter(({ state }) => state !== 'done')
  return (
    <FileDrop
      label="Añadir archivos del banco"
      hint="Arrastra, pega o elige uno o varios: Norma 43, CAMT.053, CAMT.054 o pain.002, de hasta 10 MB."
      multiple
      accept=".n43,.q43,.c43,.txt,.xml,.asc,.dat,text/plain,application/xml"
      uploads={pending}
      onAdd={add}
      onRetry={retry}
      onRemove={remove}
    />
  )
}

/** Sentences below a file that was read: what of it was settled at once, and which accounts it is not read for. */
function importNote(settled: number, leftOut: readonly { iban: string; lines: number }[]) {
  const others = leftOut.map(({ iban, lines }) => `${ibanText(iban)} (${counted(lines, 'movimiento')})`)
  const said = [
    settled > 0 && settledText(settled),
    others.length > 0 && `No son de la cuenta de pago de la empresa, y se dejan fuera: ${others.join(', ')}.`,
  ].filter(Boolean)
  return said.length > 0 ? { description: said.join(' ') } : {}
}

const settledText = (count: number) =>
  count === 1 ? 'Uno no dejaba duda y está conciliado.' : `${count} no dejaban duda y están conciliados.`
