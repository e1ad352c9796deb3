import { useQuery } from '@tanstack/react-query'
import { useArea } from '#app/use-area.ts'
import { departureQuery } from '#features/offboarding/web/queries.ts'
import type { DepartureWire } from '#features/offboarding/wire.ts'
import { DeactivateDialog } from '#features/people/web/deactivate-dialog.tsx'
import type { PersonRowWire } from '#features/people/wire.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const loadDepartureDialog = async () =>
  (await import('#features/offboarding/web/departure-dialog.tsx')).DepartureDialog

type LeavingDialogProps = { person: PersonRowWire; onClose: () => void }

/** Confirmation before a person is deactivated; an administrator first chooses who takes over their duties. */
export function LeavingDialog({ person, onClose }: LeavingDialogProps) {
  const { user } = useArea()
  const isAdmin = user.role === 'admin'
  const query = useQuery({ ...departureQuery(person.userId), enabled: isAdmin })
  if (!isAdmin || (query.data && !leavesSomething(query.data)))
    return <DeactivateDialog person={person} onClose={onClose} />
  if (query.data)
    return <OnDemand load={loadDepartureDialog} props={{ person, departure: query.data, onClose }} />
  return (
    <Dialog open onOpenChange={isOpen => !isOpen && onClose()} title={`¿Desactivar a ${person.name}?`}>
      <Loaded query={query} skeleton={<Skeleton className="h-32 w-full" />}>
        {() => null}
      </Loaded>
    </Dialog>
  )
}

const leavesSomething = (left: DepartureWire) =>
  left.seats.length > 0 ||
  left.appointments.some(({ isOnly }) => isOnly) ||
  left.rules.length > 0 ||
  left.isInDraft ||
  left.budget !== 'none' ||
  left.delegations > 0
