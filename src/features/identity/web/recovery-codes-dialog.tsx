import { useMutation } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { makeRecoveryCodesMutation } from '#features/identity/web/queries.ts'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { notify } from '#ui/toast.ts'

/** Makes ten codes when it is told to, and shows them this once. */
export function RecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const { data: codes, mutate, isPending, error } = useMutation(makeRecoveryCodesMutation)
  return (
    <Dialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title="Códigos de recuperación"
      description={
        codes
          ? 'Guárdalos en un lugar seguro: no volverán a mostrarse. Cada uno sirve una sola vez.'
          : 'Sirven para entrar si pierdes tu teléfono. Al crear códigos nuevos, los anteriores dejan de valer.'
      }
      footer={
        codes ? (
          <Button variant="primary" onClick={onClose}>
            Los he guardado
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Ahora no</Button>
            <Button variant="primary" busy={isPending} onClick={() => mutate()}>
              Crear códigos
            </Button>
          </>
        )
      }
    >
      {codes ? <Codes codes={codes} /> : <FormFailure message={error && failureMessage(error)} />}
      {!codes && !error && (
        <p className="text-ink-soft">Verás diez códigos. Ten a mano dónde guardarlos antes de crearlos.</p>
      )}
    </Dialog>
  )
}

function Codes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify.success('Códigos copiados'),
      () => notify.error('No se han podido copiar. Selecciónalos y cópialos a mano.'),
    )
  return (
    <div className="grid grid-cols-1 gap-4">
      <ol
        aria-label="Códigos de recuperación"
        className="figures grid select-text grid-cols-1 gap-x-6 gap-y-1.5 rounded-lg bg-sunken p-4 text-center font-mono sm:grid-cols-2"
      >
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
          Copiar
        </Button>
        <Button icon={<Download aria-hidden="true" />} onClick={() => save(text)}>
          Descargar
        </Button>
      </div>
    </div>
  )
}

function save(text: string): void {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'codigos-de-recuperacion.txt'
  link.click()
  URL.revokeObjectURL(url)
}
