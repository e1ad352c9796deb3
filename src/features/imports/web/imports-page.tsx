import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { type ImportKind, importColumns, importKinds } from '#features/imports/rules/columns.ts'
import { importKindLabel } from '#features/imports/text.ts'
import { FileStepCard } from '#features/imports/web/file-step-card.tsx'
import { ImportStateBadge } from '#features/imports/web/import-state-badge.tsx'
import { importsQuery, saveTemplate } from '#features/imports/web/queries.ts'
import { countText, kindNote } from '#features/imports/web/text.ts'
import type { ImportSummaryWire } from '#features/imports/wire.ts'
import { counted } from '#kernel/text.ts'
import { useSearchChange, useSearchParam } from '#ui/address.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { RadioCards } from '#ui/fields/radio-cards.tsx'
import { Instant } from '#ui/instant.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'

const isKind = (text: string | undefined): text is ImportKind => importKinds.some(kind => kind === text)

/** Beginning of a file: what it brings, its template, the file itself; and the imports of before. */
export function ImportsPage() {
  const query = useQuery(importsQuery)
  const asked = useSearchParam('kind')
  const change = useSearchChange()
  const kind = isKind(asked) ? asked : 'providers'
  return (
    <>
      <PageHeader
        title="Importar"
        subtitle="Trae de un CSV o un Excel lo que ya tienes, con las mismas reglas que al escribirlo"
        crumbs={[{ label: 'Configuración', to: '/empresa/settings' }]}
      />
      <div className="grid max-w-4xl grid-cols-1 gap-4">
        <Card aria-label="Qué quieres importar">
          <CardBody>
            <RadioCards
              label="Qué quieres importar"
              value={kind}
              onChange={next => change({ kind: next })}
              options={importKinds.map(value => ({
                value,
                label: importKindLabel[value],
                note: kindNote[value],
              }))}
            />
          </CardBody>
        </Card>
        <Template kind={kind} />
        <FileStepCard key={kind} kind={kind} may={query.data?.can.create ?? true} />
        <Loaded query={query} skeleton={<SkeletonRows count={2} label="Cargando las importaciones" />}>
          {({ items }) => items.length > 0 && <Earlier items={items} />}
        </Loaded>
      </div>
    </>
  )
}

function Template({ kind }: { kind: ImportKind }) {
  const { mutate, isPending } = useMutation(saveTemplate)
  const columns = importColumns[kind]
  const needed = columns.filter(({ isRequired }) => isRequired).map(({ heading }) => heading)
  const others = columns.filter(({ isRequired }) => !isRequired).map(({ heading }) => heading)
  return (
    <Card aria-labelledby="template-title">
      <CardHeader
        id="template-title"
        title="Plantilla"
        note="Sirve también tu propio archivo: las columnas se reconocen por su nombre."
        actions={(['xlsx', 'csv'] as const).map(format => (
          <Button
            key={format}
            icon={<Download aria-hidden="true" />}
            busy={isPending}
            onClick={() => mutate({ kind, format })}
          >
            {format === 'csv' ? 'CSV' : 'Excel'}
          </Button>
        ))}
      />
      <CardBody className="text-ink-soft">
        <p>
          <span className="font-medium text-ink">{needed.length === 1 ? 'Hace falta:' : 'Hacen falta:'}</span>{' '}
          {needed.join(', ')}. <span className="font-medium text-ink">Si los tienes:</span>{' '}
          {others.join(', ')}.
        </p>
      </CardBody>
    </Card>
  )
}

function Earlier({ items }: { items: readonly ImportSummaryWire[] }) {
  return (
    <Card className="overflow-hidden" aria-labelledby="earlier-title">
      <CardHeader id="earlier-title" title="Importaciones anteriores" />
      <ul aria-label="Importaciones anteriores" className="mt-3 divide-y border-t">
        {items.map(item => (
          <EarlierRow key={item.id} item={item} />
        ))}
      </ul>
    </Card>
  )
}

function EarlierRow({
  item: { id, kind, fileName, state, rows, counts, createdAt, createdByName },
}: {
  item: ImportSummaryWire
}) {
  return (
    <li className="relative grid grid-cols-1 gap-1 px-4 py-3 hover:bg-hover sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Link
          to="/empresa/settings/imports/$importId"
          params={{ importId: id }}
          className="wrap-anywhere min-w-0 font-medium after:absolute after:inset-0"
        >
          {fileName}
        </Link>
        <ImportStateBadge state={state} />
      </div>
      <p className="text-ink-faint text-xs">
        {importKindLabel[kind]} · {counts.made > 0 ? countText(kind, counts.made) : counted(rows, 'fila')}
        {counts.refused > 0 && ` · ${counts.refused} por corregir`} · {createdByName} ·{' '}
        <Instant value={createdAt} />
      </p>
    </li>
  )
}
