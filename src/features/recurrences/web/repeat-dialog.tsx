import { useQuery } from '@tanstack/react-query'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { dueDay, longestName } from '#features/recurrences/rules.ts'
import { recurrenceQuery } from '#features/recurrences/web/queries.ts'
import { RecurrenceDialog } from '#features/recurrences/web/recurrence-dialog.tsx'
import { dayFrom } from '#kernel/day.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { SkeletonForm } from '#ui/skeleton-form.tsx'

type RepeatDialogProps = { document: DocumentDetailWire; onClose: () => void }

/** Terms of an order's recurrence: those that it has, or new ones like the order, from a month from today on. */
export function RepeatDialog({ document, onClose }: RepeatDialogProps) {
  const query = useQuery(recurrenceQuery(document.id))
  const { data } = query
  if (!data)
    return (
      <Dialog open onOpenChange={isOpen => !isOpen && onClose()} title="Repetir este pedido">
        <Loaded query={query} skeleton={<SkeletonForm fields={4} />}>
          {() => null}
        </Loaded>
      </Dialog>
    )
  const { recurrence, today } = data
  const { id: documentId, name, amount, description } = document
  return (
    <RecurrenceDialog
      documentId={documentId}
      recurrence={recurrence}
      currency={amount.currency}
      terms={
        recurrence
          ? { ...recurrence, amountMinor: recurrence.amount.minor, firstOn: recurrence.nextOn ?? '' }
          : {
              name: name.slice(0, longestName),
              amountMinor: amount.minor,
              description,
              firstOn: aMonthFrom(today),
              everyMonths: 1,
              endsOn: null,
            }
      }
      onClose={onClose}
    />
  )
}

function aMonthFrom(today: string): string {
  const firstOn = dayFrom(today)
  return firstOn === null ? '' : dueDay({ firstOn, everyMonths: 1, endsOn: null }, 1)
}
