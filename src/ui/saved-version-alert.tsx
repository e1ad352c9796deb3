import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import type { SavedValue } from '#ui/hooks/use-shared-form.ts'
import { Alert } from '#ui/states.tsx'

type SavedVersionAlertProps = {
  /** Result of useSharedForm. */
  shared: { savedByOthers: readonly SavedValue[] | null; resetToSaved: () => void }
}

/** Alert that somebody else has saved meanwhile: nothing typed here is lost, and nothing saved stays unseen. */
export function SavedVersionAlert({ shared: { savedByOthers, resetToSaved } }: SavedVersionAlertProps) {
  return savedByOthers && <Shown savedByOthers={savedByOthers} onTake={resetToSaved} />
}

function Shown({ savedByOthers, onTake }: { savedByOthers: readonly SavedValue[]; onTake: () => void }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    container.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={container}>
      <Alert tone="caution" title="Otra persona ha guardado cambios mientras editabas">
        {savedByOthers.length > 0 && (
          <ul className="my-2 grid gap-1">
            {savedByOthers.map(({ label, text, isTyped }) => (
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
