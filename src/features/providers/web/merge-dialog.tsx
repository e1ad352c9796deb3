import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { MergePreviewPanel } from '#features/providers/web/merge-preview-panel.tsx'
import { type MergedPair, mergeMutation, mergePreviewQuery } from '#features/providers/web/merge-queries.ts'
import { useProvidersToChoose } from '#features/providers/web/queries.ts'
import type { MergePreviewWire } from '#features/providers/wire/merging.ts'
import type { ProviderWire } from '#features/providers/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { failureMessage } from '#ui/api.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { useKnown } from '#ui/fields/choice.ts'
import { Combobox } from '#ui/fields/combobox.tsx'
import { RadioCards } from '#ui/fields/radio-cards.tsx'
import { useSubmission } from '#ui/fields/submission.ts'
import { Loaded } from '#ui/loaded.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { notify } from '#ui/toast.ts'

type MergeDialogProps = { provider: ProviderWire; onClose: () => void }
type Named = { readonly id: string; readonly name: string; readonly taxId?: string | null }

/** Merging of a provider with another: which one, which of them stays, and what that does. */
export function MergeDialog({ provider, onClose }: MergeDialogProps) {
  const [otherId, setOther] = useState(provider.sameTaxId[0]?.id ?? '')
  const [staysId, setStays] = useState(provider.id)
  const choice = useProvidersToChoose()
  const known = useKnown<Named>(each => each.id, provider.sameTaxId, choice.items)
  const other = known.find(({ id }) => id === otherId)
  const pair =
    staysId === provider.id
      ? { providerId: otherId, survivorId: provider.id }
      : { providerId: provider.id, survivorId: otherId }
  const choose = (id: string) => {
    if (staysId !== provider.id) setStays(id)
    setOther(id)
  }
  const merging = useMerging(pair, otherId !== '', onClose)
  return (
    <FormDialog
      title={`Fusionar ${provider.name}`}
      description="Dos fichas del mismo proveedor pasan a ser una. No se puede deshacer."
      submitLabel="Fusionar para siempre"
      tone="danger"
      wire={merging.wire}
      isDirty={false}
      refusal={merging.refusal}
      onClose={onClose}
    >
      <Combobox
        label="Fusionar con"
        options={known.filter(({ id }) => id !== provider.id).map(toOption)}
        value={otherId}
        onChange={choose}
        onSearch={choice.search}
        placeholder="Busca por nombre, id o NIF"
      />
      {other && (
        <RadioCards
          label="Cuál queda"
          options={[provider, other].map(({ id, name }) => ({ value: id, label: name, note: id }))}
          value={staysId}
          onChange={setStays}
        />
      )}
      {otherId !== '' && (
        <Loaded query={merging.preview} skeleton={<Skeleton className="h-40 w-full" />}>
          {preview => <MergePreviewPanel preview={preview} />}
        </Loaded>
      )}
    </FormDialog>
  )
}

const toOption = ({ id, name, taxId }: Named) => ({
  value: id,
  label: name,
  detail: [id, taxId].filter(Boolean).join(' · '),
})

/** The preview of a merge, and its sending. */
function useMerging(params: MergedPair, isChosen: boolean, onDone: () => void) {
  const navigate = useNavigate()
  const preview = useQuery({ ...mergePreviewQuery(params), enabled: isChosen })
  const merge = useMutation(mergeMutation)
  const submission = useSubmission()
  const send = async () => {
    const seen = preview.data?.version ?? ''
    await submission({ params, seen }, key => merge.mutateAsync({ params, seen, key }))
    notify.success(`«${preview.data?.merged.name}» ahora es «${preview.data?.survivor.name}»`)
    onDone()
    void navigate({ to: '/empresa/providers/$providerId', params: { providerId: params.survivorId } })
  }
  return {
    preview,
    refusal: whyNot(isChosen, preview.data),
    wire: {
      submit: async (event?: { preventDefault: () => void }) => {
        event?.preventDefault()
        // The failure is shown by the dialog, from the mutation.
        await send().catch(() => {})
      },
      busy: merge.isPending,
      failure: merge.isError ? failureMessage(merge.error) : null,
    },
  }
}

/** Reason why it cannot be sent. */
function whyNot(isChosen: boolean, preview: MergePreviewWire | undefined): string | undefined {
  if (!isChosen) return 'Elige con qué proveedor'
  if (preview === undefined) return 'Espera a ver qué cambia'
  return preview.stops[0] ?? refusalText(preview.can.merge)
}
