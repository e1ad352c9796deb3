import { useMutation } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { moveRecurrenceMutation } from '#features/recurrences/web/queries.ts'
import type { RecurrenceMove, RecurrenceWire } from '#features/recurrences/wire.ts'
import { newId } from '#kernel/ids.ts'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Menu } from '#ui/dialogs/menu.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { notify } from '#ui/toast.ts'

const loadChange = async () =>
  (await import('#features/recurrences/web/recurrence-dialog.tsx')).RecurrenceDialog
const loadMake = async () => (await import('#features/recurrences/web/make-due-dialog.tsx')).MakeDueDialog

const told: { readonly [move in RecurrenceMove]: string } = {
  pause: 'Repetición en pausa',
  resume: 'Repetición reanudada',
  skip: 'Fecha omitida',
  end: 'Repetición terminada',
}

type RecurrenceActionsPanelProps = { areaPath: string; recurrence: RecurrenceWire }

/** Actions on a recurrence: the one it waits for as a button, the rest in a menu. */
export function RecurrenceActionsPanel({ areaPath, recurrence }: RecurrenceActionsPanelProps) {
  const { id: recurrenceId, revision, can, state, name } = recurrence
  const [open, setOpen] = useState<'change' | 'make' | 'end' | null>(null)
  const { mutate, isPending } = useMutation(moveRecurrenceMutation)
  const close = () => setOpen(null)
  const move = (verb: RecurrenceMove) =>
    mutate(
      { recurrenceId, body: { move: verb, revision }, key: newId() },
      {
        onSuccess: () => notify.success(told[verb]),
        onError: error => notify.error('No se ha podido guardar', { description: failureMessage(error) }),
        onSettled: close,
      },
    )
  const items = [
    { may: can.change, label: 'Cambiar', onSelect: () => setOpen('change') },
    { may: can.pause, label: 'Pausar', onSelect: () => move('pause') },
    { may: can.skip, label: 'Omitir la próxima fecha', onSelect: () => move('skip') },
    { may: can.end, label: 'Terminar', onSelect: () => setOpen('end') },
  ].filter(({ may }) => may === true)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {can.make === true && (
        <Button size="sm" variant="primary" onClick={() => setOpen('make')}>
          Crear ahora
        </Button>
      )}
      {can.resume === true && state === 'paused' && (
        <Button size="sm" busy={isPending} onClick={() => move('resume')}>
          Reanudar
        </Button>
      )}
      {items.length > 0 && (
        <Menu
          trigger={
            <Button
              size="icon"
              variant="quiet"
              aria-label={`Más acciones: ${name}`}
              icon={<Ellipsis aria-hidden="true" />}
            />
          }
          items={items}
        />
      )}
      {open === 'change' && (
        <OnDemand
          load={loadChange}
          props={{
            documentId: recurrence.documentId,
            recurrence,
            currency: recurrence.amount.currency,
            terms: {
              ...recurrence,
              amountMinor: recurrence.amount.minor,
              firstOn: recurrence.nextOn ?? recurrence.firstOn,
            },
            onClose: close,
          }}
        />
      )}
      {open === 'make' && <OnDemand load={loadMake} props={{ areaPath, recurrence, onClose: close }} />}
      <ConfirmDialog
        open={open === 'end'}
        onOpenChange={isOpen => !isOpen && close()}
        title="Terminar la repetición"
        description={`No se crearán más pedidos de «${name}». Los que existen siguen como están.`}
        confirmLabel="Terminar"
        busy={isPending}
        onConfirm={() => move('end')}
      />
    </div>
  )
}
