import { Camera, RotateCw, Trash2, Upload as UploadIcon } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { FieldError } from '#ui/fields/field.tsx'
import { usePageDrop } from '#ui/fields/page-drop.ts'
import { sizeText } from '#ui/fields/size-text.ts'
import type { Upload } from '#ui/fields/upload.ts'
import { FilePicture, FilePreview, isShowable } from '#ui/file-preview.tsx'
import { useMedia } from '#ui/hooks/use-media.ts'
import { Spinner } from '#ui/spinner.tsx'
import { unbroken } from '#ui/unbroken.tsx'

type FileDropProps = {
  label: string
  hint: string
  optional?: boolean
  error?: string | undefined
  /** Value of an input's `accept`. */
  accept: string
  multiple?: boolean
  uploads: readonly Upload<unknown>[]
  onAdd: (files: readonly File[]) => void
  onRetry: (id: string) => void
  onRemove: (id: string) => void
}

/** Field for files: dropped or pasted anywhere on the screen, picked, or, where pictures are accepted, taken with the camera. */
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
  const isHeld = useMedia('(pointer: coarse)')
  const takesPhotos = isHeld && accept.includes('image/')
  const { box, isOver } = usePageDrop<HTMLDivElement>(props.onAdd)
  const take = (list: FileList | null) => props.onAdd([...(list ?? [])])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset lays out its legend in its own way
    <div ref={box} role="group" aria-labelledby={id} className="grid grid-cols-1 gap-1.5">
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
        <p className="min-w-56 flex-1 text-ink-soft">{unbroken(hint)}</p>
        <div className="flex flex-wrap gap-2">
          {takesPhotos && (
            <Button icon={<Camera aria-hidden="true" />} onClick={() => camera.current?.click()}>
              Hacer foto
            </Button>
          )}
          <Button icon={<UploadIcon aria-hidden="true" />} onClick={() => picker.current?.click()}>
            Elegir archivo
          </Button>
        </div>
        <input
          ref={picker}
          accept={accept}
          multiple={multiple}
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
  const [isShown, setShown] = useState(false)
  return (
    <li className="grid grid-cols-1 gap-2 px-3 py-2">
      <div className="flex items-center gap-3">
        <FilePicture file={file} />
        <div className="min-w-0 flex-1">
          <p className="truncate">{file.name}</p>
          <p
            className={classes(
              'flex items-center gap-1.5 text-xs',
              state === 'failed' ? 'text-negative' : 'text-ink-faint',
            )}
            role="status"
          >
            {state === 'sending' && <Spinner className="size-3 text-accent" />}
            {state === 'sending'
              ? `Subiendo… ${Math.round(progress * 100)} %`
              : (state === 'failed' && message) || sizeText(file.size)}
          </p>
        </div>
        {!isRefused && isShowable(file) && (
          <Button
            variant="quiet"
            size="sm"
            aria-expanded={isShown}
            aria-label={`${isShown ? 'Ocultar' : 'Ver'} ${file.name}`}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Ocultar' : 'Ver'}
          </Button>
        )}
        {state === 'failed' && !isRefused && (
          <Button
            variant="quiet"
            size="sm"
            icon={<RotateCw aria-hidden="true" />}
            onClick={() => onRetry(id)}
          >
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
      </div>
      {isShown && <FilePreview file={file} />}
    </li>
  )
}
