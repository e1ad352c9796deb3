import { useMutation } from '@tanstack/react-query'
import { Undo2, Upload } from 'lucide-react'
import { useState } from 'react'
import { undoText } from '#features/imports/text.ts'
import { RefusedFileButton } from '#features/imports/web/preview-panel.tsx'
import { undoMutation } from '#features/imports/web/queries.ts'
import { RowsPanel } from '#features/imports/web/rows-panel.tsx'
import { countText, listAddress } from '#features/imports/web/text.ts'
import type { ImportWire } from '#features/imports/wire.ts'
import { counted } from '#kernel/text.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** State of an import that has begun: counts, where it stands, what is left to mend, and the way back. */
export function DonePanel({ found }: { found: ImportWire }) {
  const { id, kind, state, counts } = found
  const isUndone = state === 'undone'
  return (
    <>
      <Card aria-label="Resultado">
        <CardBody className="grid grid-cols-1 gap-1">
          <p className="font-medium text-base">
            {isUndone
              ? `${countText(kind, counts.undone)} ${counts.undone === 1 ? 'deshecho' : 'deshechos'}`.replace(
                  /(invitación|invitaciones) deshecho/,
                  '$1 deshecha',
                )
              : `${countText(kind, counts.made)} en la empresa`}
          </p>
          <p className="text-ink-soft">{outcomeText(found)}</p>
        </CardBody>
        <CardFooter>
          {!isUndone && counts.made > 0 && <UndoButton found={found} />}
          {counts.refused > 0 && <RefusedFileButton importId={id} />}
          <LinkButton to="/empresa/settings/imports" search={{ kind }} icon={<Upload aria-hidden="true" />}>
            Importar otro archivo
          </LinkButton>
          <LinkButton variant="primary" to={listAddress[kind]}>
            Ver la lista
          </LinkButton>
        </CardFooter>
      </Card>
      {counts.kept > 0 && <RowsPanel found={found} state="kept" label="Filas que se quedan" />}
      {counts.refused > 0 && <RowsPanel found={found} state="refused" label="Filas por corregir" />}
      {counts.existing > 0 && <RowsPanel found={found} state="existing" label="Filas que ya existían" />}
    </>
  )
}

function outcomeText({ state, kind, counts }: ImportWire): string {
  if (state === 'undone') return counts.kept === 0 ? undoText[kind] : keptText(counts.kept)
  const parts = [
    counts.refused > 0 ? `${counted(counts.refused, 'fila')} por corregir` : '',
    counts.good > 0 ? `${counted(counts.good, 'fila')} sin elegir` : '',
    counts.existing > 0 ? `${counted(counts.existing, 'fila')} que ya existían` : '',
  ].filter(text => text !== '')
  return parts.length === 0 ? 'Todas las filas han entrado.' : `${parts.join(', ')}.`
}

const keptText = (count: number): string =>
  count === 1 ? '1 fila se queda: debajo dice por qué.' : `${count} filas se quedan: debajo dicen por qué.`

function UndoButton({ found: { id, kind, can } }: { found: ImportWire }) {
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useMutation(undoMutation)
  return (
    <>
      <Button
        icon={<Undo2 aria-hidden="true" />}
        refusal={can.undo === true ? undefined : can.undo.text}
        onClick={() => setAsking(true)}
      >
        Deshacer
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Deshacer la importación"
        description={undoText[kind]}
        confirmLabel="Deshacer"
        tone="danger"
        busy={isPending}
        onConfirm={() => mutate(id, { onSettled: () => setAsking(false) })}
      />
    </>
  )
}
