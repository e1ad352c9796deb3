import { useMutation } from '@tanstack/react-query'
import { Columns3, Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ColumnsPanel } from '#features/imports/web/columns-panel.tsx'
import { saveRefusedRows, startMutation } from '#features/imports/web/queries.ts'
import { RowsPanel } from '#features/imports/web/rows-panel.tsx'
import { countText, existingText } from '#features/imports/web/text.ts'
import type { ImportWire } from '#features/imports/wire.ts'
import { counted } from '#kernel/text.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter } from '#ui/card.tsx'
import { FilterTabs } from '#ui/lists/filter-tabs.tsx'

type Tab = 'refused' | 'good' | 'existing'

/** Rows that would come and rows that would not, before any does. */
export function PreviewPanel({ found }: { found: ImportWire }) {
  const { counts } = found
  const [tab, setTab] = useState<Tab>(firstTab(counts))
  const [isMatching, setMatching] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const marks = useMemo(
    () => ({
      has: (place: number) => chosen.has(place),
      toggle: (place: number) =>
        setChosen(before => {
          const next = new Set(before)
          if (!next.delete(place)) next.add(place)
          return next
        }),
    }),
    [chosen],
  )
  if (isMatching) return <ColumnsPanel found={found} onCancel={() => setMatching(false)} />
  return (
    <>
      <Verdict found={found} chosen={chosen} onMatch={() => setMatching(true)} />
      <FilterTabs
        label="Filas"
        value={tab}
        onChange={setTab}
        options={[
          { value: 'refused', label: 'Por corregir', count: counts.refused },
          { value: 'good', label: 'Se importarán', count: counts.good },
          ...(counts.existing > 0
            ? [{ value: 'existing' as const, label: 'Ya existen', count: counts.existing }]
            : []),
        ]}
      />
      {tab === 'good' ? (
        <RowsPanel found={found} state="good" label="Filas que se importarán" marks={marks} />
      ) : (
        <RowsPanel
          key={tab}
          found={found}
          state={tab}
          label={tab === 'existing' ? 'Filas que ya existen' : 'Filas por corregir'}
        />
      )}
    </>
  )
}

/** Tab that is shown first: rows to mend come before all; a file of nothing new says so. */
function firstTab({ refused, good, existing }: ImportWire['counts']): Tab {
  if (refused > 0) return 'refused'
  return good === 0 && existing > 0 ? 'existing' : 'good'
}

type VerdictProps = { found: ImportWire; chosen: ReadonlySet<number>; onMatch: () => void }

function Verdict({ found, chosen, onMatch }: VerdictProps) {
  const { id, kind, counts, revision, can } = found
  const { mutate, isPending } = useMutation(startMutation)
  const count = chosen.size > 0 ? chosen.size : counts.good
  const reason = counts.good === 0 ? noneText(counts) : refusalText(can.start)
  return (
    <Card aria-label="Resultado de la comprobación">
      <CardBody className="grid grid-cols-1 gap-1">
        <p className="font-medium text-base">
          {counts.good === 0 ? noneTitle(counts) : `${countText(kind, counts.good)} por importar`}
        </p>
        <p className="text-ink-soft">{verdictText(counts)}</p>
      </CardBody>
      <CardFooter>
        <Button icon={<Columns3 aria-hidden="true" />} onClick={onMatch}>
          Cambiar columnas
        </Button>
        {counts.refused > 0 && <RefusedFileButton importId={id} />}
        <Button
          variant="primary"
          busy={isPending}
          refusal={reason}
          onClick={() => mutate({ importId: id, places: chosen.size > 0 ? [...chosen] : null, revision })}
        >
          {chosen.size > 0 ? `Importar las ${count} elegidas` : `Importar ${countText(kind, count)}`}
        </Button>
      </CardFooter>
    </Card>
  )
}

const noneTitle = ({ refused }: ImportWire['counts']): string =>
  refused === 0 ? 'Todo lo del archivo ya existe' : 'Ninguna fila se puede importar'

const noneText = ({ refused }: ImportWire['counts']): string =>
  refused === 0 ? 'Todo lo del archivo ya existe.' : 'Ninguna fila se puede importar: corrige el archivo.'

function verdictText({ refused, good, existing }: ImportWire['counts']): string {
  if (refused > 0)
    return `${existingText(existing)}${counted(refused, 'fila')} por corregir. ${good > 0 ? 'Importa las demás ahora y trae esas después, ya corregidas.' : 'Tráelas otra vez, ya corregidas.'}`
  const rest = existing > 0 ? 'Las demás filas están bien.' : 'Todas las filas están bien.'
  return good > 0 ? `${existingText(existing)}${rest} Todavía no se ha creado nada.` : existingText(existing)
}

/** The refused rows as a file, with their reasons. */
export function RefusedFileButton({ importId }: { importId: string }) {
  const { mutate, isPending } = useMutation(saveRefusedRows)
  return (
    <Button
      icon={<Download aria-hidden="true" />}
      busy={isPending}
      onClick={() => mutate({ importId, format: 'xlsx' })}
    >
      Descargar por corregir
    </Button>
  )
}
