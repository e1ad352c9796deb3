import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientsQuery } from '#features/clients/web/queries.ts'
import { AsideButton } from '#ui/aside-button.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { queryClient } from '#ui/query-client.ts'

const loadNewProviderDialog = async () =>
  (await import('#features/providers/web/provider-dialog.tsx')).NewProviderDialog

type NewProviderPanelProps = { clientId: string; onCreated: (providerId: string) => void }

/** Button that makes a provider of the project's client without leaving the order. */
export function NewProviderPanel({ clientId, onCreated }: NewProviderPanelProps) {
  const [isCreating, setCreating] = useState(false)
  const clients = useQuery({ ...clientsQuery(), enabled: isCreating })
  // A choice that the list does not have yet would be cleared.
  const choose = async (providerId: string) => {
    await queryClient.refetchQueries({ queryKey: ['providers'], type: 'active' })
    onCreated(providerId)
  }
  return (
    <>
      <AsideButton onClick={() => setCreating(true)}>Nuevo proveedor</AsideButton>
      {isCreating && clients.data && (
        <OnDemand
          load={loadNewProviderDialog}
          props={{
            clients: clients.data.items,
            clientIds: [clientId],
            onClose: () => setCreating(false),
            onCreated: id => void choose(id),
          }}
        />
      )}
    </>
  )
}
