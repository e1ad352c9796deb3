import { FileText, Image, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AttachmentWire } from '#features/documents/wire.ts'
import { acceptedMediaTypes, maxFileBytes, UploadedFileWire, uploadPath } from '#features/files/wire.ts'
import { Button } from '#ui/button.tsx'
import { FileDrop } from '#ui/fields/file-drop.tsx'
import { sizeText } from '#ui/fields/size-text.ts'
import { useUploads } from '#ui/fields/upload.ts'

export type Attachments = ReturnType<typeof useAttachments>

/** Attachments of an order: those saved with it, and uploads in progress. */
export function useAttachments(start: readonly AttachmentWire[]) {
  const [kept, setKept] = useState(start)
  const { uploads, ...on } = useUploads({
    path: uploadPath,
    read: answer => UploadedFileWire.parse(answer),
    check: refusalFor,
  })
  const [files, setFiles] = useState(start)
  const now = [...kept, ...uploads.flatMap(({ result }) => (result ? [toAttachment(result)] : []))]
  // Stable array while nothing changes, so that effects that depend on it do not run again.
  if (joinIds(now) !== joinIds(files)) setFiles(now)
  const isSending = uploads.some(({ state }) => state === 'sending')
  const hasFailed = uploads.some(({ state }) => state === 'failed')
  return {
    kept,
    files,
    uploads,
    on,
    isChanged: uploads.length > 0 || kept.length !== start.length,
    /** Reason why the order cannot be sent yet. */
    refusal: isSending
      ? 'Espera a que terminen de subir los adjuntos.'
      : hasFailed
        ? 'Quita los adjuntos que no se han subido, o vuelve a intentarlo.'
        : undefined,
    drop: (fileId: string) => setKept(all => all.filter(file => file.fileId !== fileId)),
    reset: (to: readonly AttachmentWire[]) => {
      setKept(to)
      for (const { id } of uploads) on.remove(id)
    },
  }
}

function toAttachment({ id, name, mediaType, size }: UploadedFileWire): AttachmentWire {
  return { fileId: id, name, mediaType, size }
}

const joinIds = (files: readonly AttachmentWire[]) => files.map(file => file.fileId).join()

/** Kinds that a browser may not know by their type: photos of telephones, and electronic invoices. */
const byName = /\.(heic|xml|xsig)$/i

/** Refusal of a file before its upload: spares the upload; the server checks the content itself. */
export function refusalFor({ name, type, size }: File): string | undefined {
  const isAccepted = acceptedMediaTypes.some(accepted => accepted === type) || byName.test(name)
  if (!isAccepted) return 'Solo se admiten PDF, imágenes (PNG, JPEG, WebP, HEIC) y facturas en XML.'
  if (size === 0) return 'El archivo está vacío.'
  return size > maxFileBytes ? `Pesa ${sizeText(size)}: el máximo son 10 MB.` : undefined
}

type AttachmentsPanelProps = { attachments: Attachments; error: string | undefined }

export function AttachmentsPanel({ attachments, error }: AttachmentsPanelProps) {
  const { kept, uploads, on, drop } = attachments
  return (
    <div className="grid grid-cols-1 gap-2">
      <FileDrop
        label="Adjuntos"
        hint="Arrastra, pega o elige la factura, el presupuesto… PDF, imágenes o factura en XML, de hasta 10 MB."
        optional
        multiple
        accept={[...acceptedMediaTypes, '.heic', '.xml', '.xsig'].join()}
        error={error}
        uploads={uploads}
        onAdd={on.add}
        onRetry={on.retry}
        onRemove={on.remove}
      />
      {kept.length > 0 && (
        <ul aria-label="Adjuntos ya subidos" className="divide-y rounded-lg border bg-surface">
          {kept.map(file => (
            <Kept key={file.fileId} file={file} onDrop={() => drop(file.fileId)} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Kept({ file, onDrop }: { file: AttachmentWire; onDrop: () => void }) {
  const Icon = file.mediaType.startsWith('image/') ? Image : FileText
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1">
        <p className="truncate">{file.name}</p>
        <p className="text-ink-faint text-xs">{sizeText(file.size)}</p>
      </div>
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Quitar ${file.name}`}
        title="Quitar"
        icon={<Trash2 aria-hidden="true" />}
        onClick={onDrop}
      />
    </li>
  )
}
