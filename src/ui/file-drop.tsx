import { Camera, FileText, Image, RotateCw, Trash2, Upload as UploadIcon } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, useId, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { FieldError } from '#ui/field.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { Upload } from '#ui/upload.ts'
import { useMedia } from '#ui/use-media.ts'

type FileDropProps = {
  label: string
  hint: string
  optional?: boolean
  error?: string | undefined
  /** As in an input's `accept`. */
  accept: string
  multiple?: boolean
  uploads: readonly Upload<unknown>[]
  onAdd: (files: readonly File[]) => void
  onRetry: (id: string) => void
  onRemove: (id: string) => void
}

/** Drop, paste, pick, or take a picture. */
export function FileDrop({
  label,
  hint,
  optional,
  error,
  accept,
  multiple,
  uploads,
  ...props
}: FileDropProps) {
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const hasCamera = useMedia('(pointer: coarse)')
  const { isOver, events } = useDrop(props.onAdd)
  const take = (list: FileList | null) => props.onAdd([...(list ?? [])])
  return (
    // biome-ignore lint/a11y/useSemanticElements: the group also takes drops and pastes
    <div role="group" aria-labelledby={id} className="grid grid-cols-1 gap-1.5" {...events}>
      <p id={id} className="font-medium">
        {label}
        {optional && <span className="font-normal text-ink-faint"> (opcional)</span>}
      </p>
      <div
        className={classes(
          'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line-strong border-dashed p-4 transition-colors',
          isOver ? 'border-accent bg-accent-soft' : 'bg-surface',
        )}
      >
        <p className="min-w-40 flex-1 text-ink-soft">{hint}</p>
        <div className="flex flex-wrap gap-2">
          {hasCamera && (
            <Button icon={<Camera aria-hidden="true" />} onClick={() => camera.current?.click()}>
              Hacer foto
            </Button>
          )}
          <Button icon={<UploadIcon aria-hidden="true" />} onClick={() => picker.current?.click()}>
            Elegir archivo
          </Button>
        </div>
        <input
          {...{ ref: picker, accept, multiple }}
          type="file"
          hidden
          aria-label={label}
          onChange={event => {
            take(event.target.files)
            event.target.value = ''
          }}
        />
        <input
          ref={camera}
          type="file"
          hidden
          accept="image/*"
          capture="environment"
          aria-label={`${label}: foto`}
          onChange={event => take(event.target.files)}
        />
      </div>
      {error && <FieldError>{error}</FieldError>}
      {uploads.length > 0 && (
        <ul className="divide-y rounded-lg border bg-surface">
          {uploads.map(upload => (
            <UploadRow key={upload.id} upload={upload} onRetry={props.onRetry} onRemove={props.onRemove} />
          ))}
        </ul>
      )}
    </div>
  )
}

type UploadRowProps = Pick<FileDropProps, 'onRetry' | 'onRemove'> & { upload: Upload<unknown> }

function UploadRow({ upload, onRetry, onRemove }: UploadRowProps) {
  const { id, file, state, progress, message, isRefused = false } = upload
  const Icon = file.type.startsWith('image/') ? Image : FileText
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      {state === 'sending' ? (
        <Spinner className="text-accent" />
      ) : (
        <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      )}
      <div className="min-w-0 flex-1">
        <p className="truncate">{file.name}</p>
        <p
          className={classes('text-xs', state === 'failed' ? 'text-negative' : 'text-ink-faint')}
          role="status"
        >
          {state === 'sending'
            ? `Subiendo… ${Math.round(progress * 100)} %`
            : (message ?? sizeText(file.size))}
        </p>
      </div>
      {state === 'failed' && !isRefused && (
        <Button variant="quiet" size="sm" icon={<RotateCw aria-hidden="true" />} onClick={() => onRetry(id)}>
          Reintentar
        </Button>
      )}
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Quitar ${file.name}`}
        title="Quitar"
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => onRemove(id)}
      />
    </li>
  )
}

function useDrop(onAdd: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  const events = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onAdd([...event.dataTransfer.files])
    },
    onPaste: (event: ClipboardEvent) => {
      const files = [...event.clipboardData.files]
      if (files.length > 0) onAdd(files)
    },
  }
  return { isOver, events }
}

/** '312 KB', '4,2 MB' */
export function sizeText(bytes: number): string {
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1000, 'KB'] : [bytes / 1_000_000, 'MB']
  return `${amount.toLocaleString('es-ES', { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${unit}`
}
