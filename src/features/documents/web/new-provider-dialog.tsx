import { useQuery } from '@tanstack/react-query'
import { clientsQuery } from '#features/clients/web/queries.ts'
import { NewProviderDialog } from '#features/providers/web/provider-dialog.tsx'
import { queryClient } from '#ui/query-client.ts'

type NewProviderOfClientDialogProps = {
  clientId: string
  onClose: () => void
  onCreated: (providerId: string) => void
}

/** Makes a provider of the project's client without leaving the order. */
export function NewProviderOfClientDialog({ clientId, onClose, onCreated }: NewProviderOfClientDialogProps) {
  const { data } = useQuery(clientsQuery())
  // A choice that the list does not have yet would be cleared.
  const choose = async (providerId: string) => {
    await queryClient.refetchQueries({ queryKey: ['providers'], type: 'active' })
    onCreated(providerId)
  }
  return (
    data && (
      <NewProviderDialog
        clients={data.items}
        clientIds={[clientId]}
        onClose={onClose}
        onCreated={id => void choose(id)}
      />
    )
  )
}
