import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isWorking } from '#features/imports/rules.ts'
import { importKindLabel } from '#features/imports/text.ts'
import { ColumnsPanel } from '#features/imports/web/columns-panel.tsx'
import { DonePanel } from '#features/imports/web/done-panel.tsx'
import { ImportStateBadge } from '#features/imports/web/import-state-badge.tsx'
import { PreviewPanel } from '#features/imports/web/preview-panel.tsx'
import { ProgressCard } from '#features/imports/web/progress-card.tsx'
import { everythingElseChanged, importQuery } from '#features/imports/web/queries.ts'
import { tellsNotes } from '#features/imports/web/text.ts'
import type { ImportWire } from '#features/imports/wire.ts'
import { counted } from '#kernel/text.ts'
import { usePathParam } from '#ui/address.ts'
import { Instant } from '#ui/instant.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonForm } from '#ui/skeleton-form.tsx'
import { Alert } from '#ui/states.tsx'

const crumbs = [
  { label: 'Configuración', to: '/empresa/settings' },
  { label: 'Importar', to: '/empresa/settings/imports' },
]

/** An import, from its columns to its end; it may be left and come back to at any time. */
export function ImportPage() {
  const query = useQuery(importQuery(usePathParam('importId')))
  return (
    <Loaded query={query} skeleton={<SkeletonForm fields={4} />} heading="Importación">
      {found => (
        <>
          <PageHeader
            title={found.fileName}
            subtitle={`${importKindLabel[found.kind]} · ${counted(found.rows, 'fila')}`}
            crumbs={crumbs}
            aside={<ImportStateBadge state={found.state} />}
          />
          <div className="grid max-w-5xl grid-cols-1 gap-4">
            <Twin found={found} />
            <Step found={found} />
          </div>
        </>
      )}
    </Loaded>
  )
}

function Twin({ found: { kind, twin, state } }: { found: ImportWire }) {
  if (twin === null || state === 'finished' || state === 'undone') return null
  return (
    <Alert tone="caution" title="Este mismo archivo ya se importó">
      {twin.byName} lo importó <Instant value={twin.at} />, con {counted(twin.made, 'fila')}.{' '}
      {tellsNotes(kind)
        ? 'Lo que ya existe no vuelve a entrar.'
        : 'Lo que ya existe con el mismo NIF o correo no se toca; el resto vendría dos veces.'}
    </Alert>
  )
}

function Step({ found }: { found: ImportWire }) {
  const { state } = found
  useEffect(() => {
    if (state === 'finished' || state === 'undone') void everythingElseChanged()
  }, [state])
  if (isWorking(state)) return <ProgressCard found={found} />
  if (state === 'matching') return <ColumnsPanel key={found.revision} found={found} />
  return state === 'checked' ? <PreviewPanel found={found} /> : <DonePanel found={found} />
}
