import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { projectAddress } from '#features/documents/web/text.ts'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { Card, Fact, Facts } from '#ui/card.tsx'
import { Money } from '#ui/money.tsx'
import { InstantDay } from '#ui/time.tsx'

type DocumentSummaryCardProps = {
  base: string
  document: DocumentRowWire
  description?: string | null
  /** Beside the amount. */
  aside?: ReactNode
}

/** What is being asked for: how much, for whom, in which project, by whom. */
export function DocumentSummaryCard({ base, document, description, aside }: DocumentSummaryCardProps) {
  return (
    <Card className="grid grid-cols-1 gap-4 p-4 sm:p-5" aria-label="Datos del pedido">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="text-ink-faint text-xs">Importe</p>
          <p className="font-semibold text-3xl tracking-tight sm:text-4xl">
            <Money value={document.amount} />
          </p>
        </div>
        {aside}
      </div>
      <Facts>
        <Fact label={document.type === 'gasto' ? 'Proveedor' : 'Destinatario'}>{document.providerName}</Fact>
        <Fact label="Proyecto">
          <Link
            to={projectAddress(base, document.projectId)}
            className="-my-1 inline-flex min-h-6 items-center text-accent hover:underline touch:min-h-11"
          >
            {document.projectName}
          </Link>
        </Fact>
        <Fact label="Solicitante">{document.createdByName}</Fact>
        <Fact label="Fecha de creación">
          <InstantDay value={document.createdAt} />
        </Fact>
        <Fact label="Revisión">
          <span className="figures">{document.revision}</span>
        </Fact>
      </Facts>
      {description && <p className="whitespace-pre-line border-t pt-3 text-ink-soft">{description}</p>}
    </Card>
  )
}
