import { useState } from 'react'
import type { FlowsWire } from '#features/flows/wire.ts'
import { Button } from '#ui/button.tsx'
import { Instant } from '#ui/instant.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { Alert } from '#ui/states.tsx'

const loadSavedDraft = async () => (await import('#features/flows/web/draft-dialog.tsx')).DraftDialog

type StaleDraftPanelProps = {
  /** The current flows, refetched. */
  flows: FlowsWire
  onOverwrite: () => void
  onResetToSaved: () => void
}

/**
 * Shown when somebody else has saved meanwhile: neither draft is lost, and theirs can be read before it is
 * overwritten.
 */
export function StaleDraftPanel({ flows, onOverwrite, onResetToSaved }: StaleDraftPanelProps) {
  const [isLooking, setLooking] = useState(false)
  const { draft } = flows
  return (
    <Alert tone="caution" title="El borrador ha cambiado mientras lo editabas">
      <p>
        {draft ? (
          <>
            {draft.changedByName} lo ha guardado <Instant value={draft.changedAt} />. Lo que has escrito sigue
            aquí, sin guardar.
          </>
        ) : (
          'Alguien lo ha publicado o descartado. Lo que has escrito sigue aquí, sin guardar.'
        )}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {draft && (
          <>
            <Button size="sm" onClick={() => setLooking(true)}>
              Ver el suyo
            </Button>
            <Button size="sm" onClick={onResetToSaved}>
              Quedarme con el suyo
            </Button>
          </>
        )}
        <Button size="sm" onClick={onOverwrite}>
          {draft ? 'Guardar el mío encima' : 'Guardar el mío'}
        </Button>
      </div>
      {draft && isLooking && (
        <OnDemand
          load={loadSavedDraft}
          props={{ draft, names: flows.names, onClose: () => setLooking(false) }}
        />
      )}
    </Alert>
  )
}
