import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, FileArchive, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  type ArchiveFilter,
  archivesChanged,
  archivesQuery,
  beginArchive,
  fillArchive,
  requestArchive,
} from '#features/certificates/web/archive-queries.ts'
import type { CertificateArchiveWire } from '#features/certificates/wire/archives.ts'
import type { DocumentFilter } from '#features/documents/web/queries.ts'
import { counted } from '#kernel/text.ts'
import { refusalText } from '#ui/action-link.tsx'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { download } from '#ui/download.ts'
import { useSubmission } from '#ui/fields/submission.ts'
import { Instant } from '#ui/instant.tsx'
import { Alert } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

type CertificateArchiveDialogProps = { filter: DocumentFilter; onClose: () => void }

/** Constancias of the orders of a list in one ZIP under one digest; with the archives that were made before. */
export function CertificateArchiveDialog({ filter, onClose }: CertificateArchiveDialogProps) {
  const { data } = useQuery(archivesQuery)
  const { make, goOn, filling, failure, done } = useArchiving()
  const { sort: _, ...asked } = filter
  const isBusy = filling !== null
  return (
    <Dialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title="Archivo de constancias"
      description="Un PDF por cada pedido de esta lista que se haya aprobado, pagado, emitido, rechazado o anulado, todos bajo una sola huella que cualquiera puede comprobar. Como máximo, 500 pedidos."
      footer={
        <Button
          variant="primary"
          icon={<FileArchive aria-hidden="true" />}
          busy={isBusy}
          onClick={() => void make(asked)}
        >
          Crear el archivo
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {failure !== null && (
          <Alert tone="negative" title="No se ha podido crear el archivo">
            {failure}
          </Alert>
        )}
        {filling && <Progress {...filling} />}
        {done !== null && (
          <p role="status" className="text-positive">
            {done}
          </p>
        )}
        {data && data.items.length > 0 && (
          <section aria-labelledby="archives-before" className="grid grid-cols-1 gap-2">
            <h3 id="archives-before" className="font-medium">
              Archivos anteriores
            </h3>
            <ul className="divide-y divide-line rounded-md border">
              {data.items.map(archive => (
                <ArchiveRow key={archive.id} archive={archive} isBusy={isBusy} onGoOn={goOn} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}

type FillingState = { readonly done: number; readonly total: number }

function Progress({ done, total }: FillingState) {
  return (
    <div className="grid gap-1">
      <p role="status">
        Emitiendo constancias: {done} de {total}
      </p>
      <progress
        value={done}
        max={total}
        aria-label="Constancias emitidas"
        className="h-2 w-full accent-accent"
      />
    </div>
  )
}

/** Making of archives: one at a time, stopped when its dialog closes; what was issued stays, and is gone on with later. */
function useArchiving() {
  const [filling, setFilling] = useState<FillingState | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const leaving = useRef(new AbortController())
  const submit = useSubmission()
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])
  const run = async (begin: () => Promise<{ id: string; orders: number; issued: number }>) => {
    setFailure(null)
    setDone(null)
    setFilling({ done: 0, total: 0 })
    try {
      const { id, orders, issued } = await begin()
      setFilling({ done: issued, total: orders })
      const onStep = ({ issued: done, leftOut }: CertificateArchiveWire) =>
        setFilling({ done: done + leftOut, total: orders })
      const made = await fillArchive({ archiveId: id, onStep, signal: leaving.current.signal })
      if (made?.digest === null) setFailure('Ninguno de sus pedidos se puede certificar ya.')
      else if (made !== null) setDone(await handOver(made))
    } catch (error) {
      setFailure(failureMessage(error))
    }
    setFilling(null)
    await archivesChanged()
  }
  const make = (filter: ArchiveFilter) =>
    run(async () => ({ ...(await submit(filter, key => beginArchive({ filter, key }))), issued: 0 }))
  const goOn = ({ id, issued, left, leftOut }: CertificateArchiveWire) =>
    run(async () => ({ id, orders: issued + left + leftOut, issued: issued + leftOut }))
  return { make, goOn, filling, failure, done }
}

/** Downloads a complete archive, and answers what there is to say of it. */
async function handOver({ id, issued, leftOut }: CertificateArchiveWire): Promise<string> {
  const { url } = await requestArchive(id)
  download(url)
  const made = `Archivo de ${counted(issued, 'constancia')} creado: está en tus descargas.`
  return leftOut === 0 ? made : `${made} Sin ${counted(leftOut, 'pedido')} que ya no se podía certificar.`
}

type ArchiveRowProps = {
  archive: CertificateArchiveWire
  isBusy: boolean
  onGoOn: (archive: CertificateArchiveWire) => Promise<void>
}

function ArchiveRow({ archive, isBusy, onGoOn }: ArchiveRowProps) {
  const { id, byName, begunAt, digest, issued, left } = archive
  const { mutate, isPending } = useMutation({
    mutationFn: () => requestArchive(id),
    onSuccess: ({ url }) => download(url),
    onError: error =>
      notify.error('No se ha podido descargar el archivo', { description: failureMessage(error) }),
  })
  return (
    <li className="grid grid-cols-1 gap-2 p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0">
          <span className="font-medium">{counted(issued + left, 'constancia')}</span>
          <span className="block text-ink-soft text-sm">
            <Instant value={begunAt} /> · {byName}
          </span>
        </p>
        {digest === null ? (
          <Button
            size="sm"
            icon={<Play aria-hidden="true" />}
            busy={isBusy}
            refusal={refusalText(archive.can.fill)}
            onClick={() => void onGoOn(archive)}
          >
            {left === 1 ? 'Continuar: falta una' : `Continuar: faltan ${left}`}
          </Button>
        ) : (
          <Button size="sm" icon={<Download aria-hidden="true" />} busy={isPending} onClick={() => mutate()}>
            Descargar ZIP
          </Button>
        )}
      </div>
      {digest !== null && (
        <a href={`/verificar/${digest}`} className="break-all font-mono text-xs hover:underline">
          {digest}
        </a>
      )}
    </li>
  )
}
