import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import type { Theirs } from '#ui/hooks/use-shared-form.ts'
import { Alert } from '#ui/states.tsx'

type TheirsAlertProps = {
  /** Result of useSharedForm. */
  shared: { theirs: readonly Theirs[] | null; resetToSaved: () => void }
}

/** Alert that somebody else has saved meanwhile: nothing typed here is lost, and nothing saved stays unseen. */
export function TheirsAlert({ shared: { theirs, resetToSaved } }: TheirsAlertProps) {
  return theirs && <Shown theirs={theirs} onTake={resetToSaved} />
}

function Shown({ theirs, onTake }: { theirs: readonly Theirs[]; onTake: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place}>
      <Alert tone="caution" title="Otra persona ha guardado cambios mientras editabas">
        {theirs.length > 0 && (
          <ul className="my-2 grid gap-1">
            {theirs.map(({ label, text, isTyped }) => (
              <li key={label} className="wrap-anywhere">
                <span className="font-medium">{label}:</span> ahora {text}
                {isTyped && '; tú has escrito otra cosa'}
              </li>
            ))}
          </ul>
        )}
        <p>Lo que has escrito sigue aquí, sin guardar. Revísalo y vuelve a guardar.</p>
        <div className="mt-3">
          <Button size="sm" onClick={onTake}>
            Quedarme con lo guardado
          </Button>
        </div>
      </Alert>
    </div>
  )
}
