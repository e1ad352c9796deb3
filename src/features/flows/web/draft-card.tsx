import { FilePenLine } from 'lucide-react'
import type { FlowsWire } from '#features/flows/wire.ts'
import { ActionLink } from '#ui/action-link.tsx'
import { Card } from '#ui/card.tsx'
import { Instant } from '#ui/instant.tsx'
import { LinkButton } from '#ui/link-button.tsx'

type DraftCardProps = { draft: NonNullable<FlowsWire['draft']>; may: FlowsWire['can']['edit'] }

/** The draft: its author, and links to edit and to simulate it. */
export function DraftCard({ draft, may }: DraftCardProps) {
  return (
    <Card
      aria-labelledby="draft-title"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4 sm:px-5"
    >
      <div className="flex min-w-0 items-start gap-3">
        <FilePenLine aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-caution" />
        <div className="min-w-0">
          <h2 id="draft-title" className="font-semibold text-base">
            Hay un borrador
          </h2>
          <p className="text-ink-soft text-sm">
            Guardado por {draft.changedByName} <Instant value={draft.changedAt} />. No vale hasta que se
            publique.
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
        <LinkButton to="/empresa/settings/flows/simulation">Probar</LinkButton>
        <ActionLink to="/empresa/settings/flows/draft" may={may}>
          Seguir editando
        </ActionLink>
      </div>
    </Card>
  )
}
