import { Undo2 } from 'lucide-react'
import { use, useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { exactText } from '#ui/instant.tsx'
import { OwnZoneContext, ZoneContext } from '#ui/time.tsx'

type UndoPanelProps = {
  /** Instant from which the last approval is final; null for an approval that others follow. */
  until: string | null
  busy: boolean
  onUndo: () => void
}

/** Undo button for the person's own approval, while it can be undone. */
export function UndoPanel({ until, busy, onUndo }: UndoPanelProps) {
  const company = use(ZoneContext)
  const zone = use(OwnZoneContext) ?? company
  const isOver = useIsOver(until)
  if (isOver) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl border bg-surface p-4 sm:px-5">
      <p className="min-w-0 text-ink-soft">
        {until === null ? (
          'Has aprobado este pedido. Puedes deshacerlo mientras no avance.'
        ) : (
          <>
            Has dado la última aprobación. Puedes deshacerla hasta las{' '}
            {exactText(until, zone, company).slice(11)}, mientras nadie haga nada con el pedido.
          </>
        )}
      </p>
      <Button icon={<Undo2 aria-hidden="true" />} busy={busy} onClick={onUndo} className="max-sm:w-full">
        Deshacer mi aprobación
      </Button>
    </div>
  )
}

/** True once the instant has passed. */
function useIsOver(until: string | null): boolean {
  const [passed, setPassed] = useState<string | null>(null)
  useEffect(() => {
    if (until === null) return
    const timer = setTimeout(() => setPassed(until), Date.parse(until) - Date.now())
    return () => clearTimeout(timer)
  }, [until])
  return until !== null && passed === until
}
