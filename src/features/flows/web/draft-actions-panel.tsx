import { FlaskConical, Send, Trash2 } from 'lucide-react'
import { Button } from '#ui/button.tsx'

type DraftActionsPanelProps = {
  busy: boolean
  isDirty: boolean
  refusal: string | undefined
  hasDraft: boolean
  onTry: () => void
  onPublish: () => void
  onDiscard: () => void
}

/** Actions on the draft, pinned so that they are reachable however long it is. */
export function DraftActionsPanel({
  busy,
  isDirty,
  refusal,
  hasDraft,
  onTry,
  onPublish,
  onDiscard,
}: DraftActionsPanelProps) {
  return (
    <div
      data-pinned
      className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center justify-end gap-2 rounded-xl border bg-surface p-3 shadow-float sm:px-4"
    >
      <p role="status" className="mr-auto text-ink-soft text-sm max-sm:sr-only">
        {isDirty ? 'Cambios sin guardar' : hasDraft ? 'Guardado' : 'Sin cambios'}
      </p>
      {hasDraft && (
        <Button
          variant="quiet"
          size="icon"
          title="Descartar borrador"
          refusal={refusal}
          aria-label="Descartar borrador"
          icon={<Trash2 aria-hidden="true" />}
          onClick={onDiscard}
        />
      )}
      <Button type="submit" busy={busy} refusal={refusal} className="max-sm:flex-1">
        <span>
          Guardar<span className="max-sm:sr-only"> borrador</span>
        </span>
      </Button>
      <Button
        onClick={onTry}
        disabled={busy}
        refusal={refusal}
        icon={<FlaskConical aria-hidden="true" className="max-sm:hidden" />}
        className="max-sm:flex-1"
      >
        Probar
      </Button>
      <Button
        variant="primary"
        onClick={onPublish}
        disabled={busy}
        refusal={refusal}
        icon={<Send aria-hidden="true" className="max-sm:hidden" />}
        className="max-sm:flex-1"
      >
        Publicar…
      </Button>
    </div>
  )
}
