import { Banknote, FileText } from 'lucide-react'
import type { DocumentType } from '#features/documents/rules.ts'
import { kindText } from '#features/documents/text/kinds.ts'
import { classes } from '#ui/classes.ts'

const icons = { gasto: Banknote, emision: FileText } as const

export function DocumentTypeIcon({ type, className }: { type: DocumentType; className?: string }) {
  const Icon = icons[type]
  return <Icon aria-hidden="true" className={classes('size-4 shrink-0 text-ink-faint', className)} />
}

const shortLabel = { gasto: 'Pago', emision: 'Emisión' } as const

type DocumentTypeBadgeProps = { type: DocumentType; creditedId?: string | null; short?: boolean }

/**
 * Type of an order with its icon: 'Pedido de Pago', 'Pedido de Emisión', 'Abono de DOC-007'; in the narrow cells of a
 * list, one word, and on a narrow screen the icon with its title. Without a colour, because it is no status.
 */
export function DocumentTypeBadge({ short = false, ...document }: DocumentTypeBadgeProps) {
  const { type, creditedId } = document
  return (
    <span
      title={short ? kindText(document) : undefined}
      className="inline-flex items-center gap-1.5 whitespace-nowrap align-middle"
    >
      <DocumentTypeIcon type={type} />
      {short ? (
        <span className={creditedId ? '' : 'max-[87.5rem]:sr-only'}>
          {creditedId ? 'Abono' : shortLabel[type]}
        </span>
      ) : (
        kindText(document)
      )}
    </span>
  )
}
