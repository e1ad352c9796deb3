import { useState } from 'react'
import type { DeliveryWire } from '#features/executions/wire.ts'
import { maxFileBytes, UploadedFileWire, uploadPath } from '#features/files/wire.ts'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { FileDrop } from '#ui/fields/file-drop.tsx'
import { useUploads } from '#ui/fields/upload.ts'
import { notify } from '#ui/toast.ts'

export type Proof = ReturnType<typeof useProof>

/** Proof of an execution: at most one file; a new one replaces it. */
export function useProof(isRequired: boolean) {
  const { uploads, add, retry, remove } = useUploads({
    path: uploadPath,
    read: answer => UploadedFileWire.parse(answer),
    check: fileRefusal,
  })
  const [error, setError] = useState<string>()
  const [delivered, setDelivered] = useState<string | null>(null)
  const current = uploads.at(-1)
  const choose = (files: readonly File[]) => {
    const file = files.at(-1)
    if (!file) return
    for (const earlier of uploads) remove(earlier.id)
    setError(undefined)
    setDelivered(null)
    add([file])
    if (fileRefusal(file) === undefined)
      notify.success('Archivo listo para subir', { description: file.name, isBeside: true })
  }
  /** True when the form may be sent with the current proof; otherwise sets the error below the field. */
  const mayGo = () => {
    const problem =
      current?.state === 'failed'
        ? 'El comprobante no se ha subido. Reinténtalo o quítalo.'
        : isRequired && !current && delivered === null
          ? 'Adjunta el comprobante: tu empresa lo exige.'
          : undefined
    setError(problem)
    return problem === undefined
  }
  const takeDelivered = (fileId: string | null) => {
    for (const earlier of uploads) remove(earlier.id)
    setError(undefined)
    setDelivered(fileId)
  }
  return {
    uploads,
    error,
    delivered,
    /** Selects a file that the provider sent; null deselects it. */
    takeDelivered,
    isChosen: uploads.length > 0 || delivered !== null,
    choose,
    retry,
    remove,
    mayGo,
    fileId: current?.result?.id ?? delivered,
    refusal: current?.state === 'sending' ? 'Espera a que termine de subir el comprobante.' : undefined,
  }
}

function fileRefusal(file: File): string | undefined {
  if (file.size > maxFileBytes) return 'Pesa más de 10 MB.'
  const isKnown = file.type === '' || file.type === 'application/pdf' || file.type.startsWith('image/')
  return isKnown ? undefined : 'Solo se admiten PDF e imágenes.'
}

type ProofPanelProps = { proof: Proof; isRequired: boolean; deliveries: readonly DeliveryWire[] }

export function ProofPanel({ proof, isRequired, deliveries }: ProofPanelProps) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <FileDrop
        label="Comprobante"
        hint="PDF o imagen, hasta 10 MB. Arrástralo aquí o pégalo."
        optional={!isRequired}
        accept="application/pdf,image/*"
        error={proof.error}
        uploads={proof.uploads}
        onAdd={proof.choose}
        onRetry={proof.retry}
        onRemove={proof.remove}
      />
      {deliveries.map(({ fileId, name }) => (
        <Checkbox
          key={fileId}
          label={`Usar «${name}», que envió el proveedor`}
          checked={proof.delivered === fileId}
          onChange={event => proof.takeDelivered(event.target.checked ? fileId : null)}
        />
      ))}
    </div>
  )
}
