import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useController } from 'react-hook-form'
import type { DocumentType } from '#features/documents/rules.ts'
import type { Chosen } from '#features/documents/web/document-fields-panel.tsx'
import type { DocumentWireForm } from '#features/documents/web/document-form.tsx'
import { recentlyUsedQuery } from '#features/documents/web/queries.ts'
import { useProvidersOfProject } from '#features/providers/web/queries.ts'
import { classes } from '#ui/classes.ts'
import { Combobox } from '#ui/fields/combobox.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

const loadNewProviderDialog = async () =>
  (await import('#features/documents/web/new-provider-dialog.tsx')).NewProviderOfClientDialog

const asideClass = '-my-3 min-h-6 truncate rounded-sm text-accent text-xs hover:underline touch:min-h-11'

type ProviderFieldPanelProps = Pick<Chosen, 'project' | 'contract'> & {
  wire: DocumentWireForm
  type: DocumentType
}

/**
 * Recipient of the order. The contract's provider and the one used last are suggested, never filled in: money
 * goes only to a provider that somebody has named.
 */
export function ProviderFieldPanel({ wire, type, project, contract }: ProviderFieldPanelProps) {
  const { form } = wire
  const { field } = useController({ control: form.control, name: 'providerId' })
  const [isCreating, setCreating] = useState(false)
  const providers = useProvidersOfProject(project?.id, field.value)
  const used = useUsed(project?.id, type)
  const active = providers.items?.filter(provider => provider.status === 'active')
  const isGone = active !== undefined && field.value !== '' && !active.some(({ id }) => id === field.value)
  useEffect(() => {
    // Another project works with other providers: clear a choice that it does not have.
    if (isGone) form.setValue('providerId', '', { shouldDirty: true })
  }, [isGone, form])
  const offered = field.value === '' ? offeredFrom(active ?? [], used, contract?.providerId) : undefined
  const choose = (providerId: string) =>
    form.setValue('providerId', providerId, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  return (
    <Combobox
      label={type === 'emision' ? 'A quién emitir' : 'Proveedor'}
      placeholder={type === 'emision' ? 'Busca a quién se emite' : 'Busca al proveedor'}
      {...field}
      onSearch={providers.search}
      emptyText={
        active?.length === 0
          ? 'Sin proveedores: los trae un contrato de proveedor con el cliente.'
          : 'Sin resultados'
      }
      options={optionsFrom(active ?? [], used)}
      error={wire.fieldError('providerId')}
      aside={
        <span className="flex min-w-0 items-baseline gap-3">
          {offered && (
            <button type="button" onClick={() => choose(offered.id)} className={asideClass}>
              {offered.why} {offered.name}
            </button>
          )}
          {project?.can.change === true && (
            <button
              type="button"
              onClick={() => setCreating(true)}
              className={classes(asideClass, 'shrink-0')}
            >
              Nuevo proveedor
            </button>
          )}
          {isCreating && project && (
            <OnDemand
              load={loadNewProviderDialog}
              props={{ clientId: project.clientId, onClose: () => setCreating(false), onCreated: choose }}
            />
          )}
        </span>
      }
    />
  )
}

type Offered = { id: string; name: string; taxId: string | null }

/** Providers that this person used for orders of this type in this project, latest first. */
function useUsed(projectId: string | undefined, type: DocumentType): readonly Offered[] {
  const { data } = useQuery({ ...recentlyUsedQuery(projectId), enabled: projectId !== undefined })
  return data?.providers.filter(provider => provider.type === type) ?? []
}

function offeredFrom(
  active: readonly Offered[],
  [last]: readonly Offered[],
  ofContract: string | null | undefined,
) {
  const payee = active.find(({ id }) => id === ofContract)
  if (payee) return { ...payee, why: 'Usar' }
  return last && { ...last, why: 'Último usado:' }
}

const optionsFrom = (active: readonly Offered[], used: readonly Offered[]) => [
  ...used.map(({ id, name, taxId }, place) => ({
    value: id,
    label: name,
    detail: `${place === 0 ? 'Último usado' : 'Usado hace poco'} · ${taxId ?? id}`,
  })),
  ...active
    .filter(({ id }) => used.every(one => one.id !== id))
    .map(({ id, name, taxId }) => ({ value: id, label: name, detail: taxId ?? id })),
]
