import { useMutation } from '@tanstack/react-query'
import { Download, Lock } from 'lucide-react'
import { useState } from 'react'
import type { PartKey } from '#features/closings/rules/parts.ts'
import { monthName } from '#features/closings/text/package.ts'
import {
  closeWithPapers,
  monthChanged,
  type OfMonth,
  requestArchive,
} from '#features/closings/web/queries.ts'
import type { ClosingWire, MonthEndWire } from '#features/closings/wire.ts'
import { counted } from '#kernel/text.ts'
import { refusalText } from '#ui/action-link.tsx'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { download } from '#ui/download.ts'
import { useSubmission } from '#ui/fields/submission.ts'
import { Instant } from '#ui/instant.tsx'
import { Money } from '#ui/money.tsx'
import { Alert } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

type ClosingsCardProps = { of: OfMonth; found: MonthEndWire; onShow: (part: PartKey) => void }

/** Closes of the month, what came after the last one, and the button that makes another. */
export function ClosingsCard({ of, found, onShow }: ClosingsCardProps) {
  const [isAsking, setAsking] = useState(false)
  const { closings, late, can } = found
  const isFirst = closings.length === 0
  return (
    <Card aria-labelledby="closings-title">
      <CardHeader
        id="closings-title"
        title="Cierre"
        note={
          isFirst
            ? 'Al cerrar, lo que hay queda guardado con sus facturas, comprobantes y constancias bajo una sola huella.'
            : 'Cada versión queda como se cerró. La huella se comprueba en la página de verificación.'
        }
        actions={
          <Button
            variant="primary"
            icon={<Lock aria-hidden="true" />}
            refusal={refusalText(can.close)}
            onClick={() => setAsking(true)}
          >
            {isFirst ? 'Cerrar el mes' : 'Cerrar de nuevo'}
          </Button>
        }
      />
      <CardBody className="grid grid-cols-1 gap-4">
        {late > 0 && (
          <Alert
            tone="caution"
            title={`${counted(late, 'movimiento ha entrado', 'movimientos han entrado')} después del cierre`}
            action={<Button onClick={() => onShow('late')}>Ver cuáles</Button>}
          >
            El cierre anterior no los tiene. Ciérralo de nuevo cuando el mes esté completo.
          </Alert>
        )}
        {isFirst ? (
          <p className="text-ink-soft">Este mes todavía no se ha cerrado.</p>
        ) : (
          <ol className="grid grid-cols-1 gap-3">
            {closings.map(closing => (
              <Version key={closing.id} closing={closing} can={can.download} />
            ))}
          </ol>
        )}
      </CardBody>
      {isAsking && <CloseDialog of={of} found={found} onClose={() => setAsking(false)} />}
    </Card>
  )
}

function Version({ closing, can }: { closing: ClosingWire; can: MonthEndWire['can']['download'] }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => requestArchive(closing.id),
    onSuccess: ({ url }) => download(url),
    onError: error =>
      notify.error('No se ha podido descargar el archivo', { description: failureMessage(error) }),
  })
  const paid = closing.figures.find(({ key }) => key === 'paid')?.lines ?? []
  return (
    <li className="grid grid-cols-1 gap-2 rounded-md border p-3 sm:p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium">Versión {closing.version}</p>
          <p className="text-ink-soft text-sm">
            <Instant value={closing.closedAt} /> · {closing.byName} · {counted(closing.files, 'archivo')}
          </p>
        </div>
        <Button
          icon={<Download aria-hidden="true" />}
          busy={isPending}
          refusal={refusalText(can)}
          onClick={() => mutate()}
        >
          Descargar ZIP
        </Button>
      </div>
      <dl className="grid grid-cols-1 gap-2 text-sm">
        <div className="flex flex-wrap gap-x-2">
          <dt className="text-ink-soft">Pagado</dt>
          <dd className="flex flex-wrap gap-x-3">
            {paid.length === 0 && 'Nada'}
            {paid.map(({ currency, count, amount }) => (
              <span key={currency}>
                <Money value={amount} className="font-semibold" /> en {counted(count, 'pago')}
              </span>
            ))}
          </dd>
        </div>
        <div>
          <dt className="text-ink-soft">Huella SHA-256</dt>
          <dd className="break-all font-mono text-xs">
            <a href={`/verificar/${closing.digest}`} className="hover:underline">
              {closing.digest}
            </a>
          </dd>
        </div>
      </dl>
    </li>
  )
}

type CloseDialogProps = { of: OfMonth; found: MonthEndWire; onClose: () => void }

function CloseDialog({ of, found, onClose }: CloseDialogProps) {
  const [left, setLeft] = useState(0)
  const { mutateAsync, isPending } = useMutation({ mutationFn: closeWithPapers, onSettled: monthChanged })
  const submit = useSubmission()
  const seen = found.closings[0]?.version ?? 0
  const name = monthName(found.month)
  const close = async () => {
    try {
      const made = await submit({ ...of, seen }, key => mutateAsync({ ...of, seen, key, onLeft: setLeft }))
      notify.success(`Mes cerrado: ${name}`, { description: `Versión ${made.version}` })
    } catch (error) {
      notify.error('No se ha podido cerrar el mes', { description: failureMessage(error) })
    }
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={isOpen => {
        if (!isOpen && !isPending) onClose()
      }}
      title={`Cerrar ${name}`}
      description={`Se emiten las constancias que faltan y queda guardado lo que hay ${found.client === null ? 'en toda la empresa' : `de ${found.client.name}`}. No impide nada después: lo que entre más tarde se dirá aquí y podrás cerrar otra versión.`}
      confirmLabel="Cerrar el mes"
      busy={isPending}
      onConfirm={close}
    >
      {isPending && left > 0 && (
        <p role="status">Emitiendo constancias: {left === 1 ? 'falta una' : `faltan ${left}`}.</p>
      )}
    </ConfirmDialog>
  )
}
