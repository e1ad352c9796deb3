import { Link } from '@tanstack/react-router'
import { BadgeCheck, CircleAlert, ClipboardCheck, type LucideIcon, RotateCw, Undo2 } from 'lucide-react'
import type { DocumentState } from '#features/documents/rules.ts'
import type { FiguresWire } from '#features/reports/wire.ts'
import { countText } from '#kernel/text.ts'
import { Card } from '#ui/card.tsx'
import { classes } from '#ui/classes.ts'

type Figure = { of: keyof FiguresWire; state: DocumentState; label: string; icon: LucideIcon; isBad?: true }

const figures: readonly Figure[] = [
  { of: 'inApproval', state: 'in_approval', label: 'En aprobación', icon: BadgeCheck },
  { of: 'blocked', state: 'blocked', label: 'Bloqueados', icon: CircleAlert, isBad: true },
  { of: 'returned', state: 'returned', label: 'Devueltos', icon: Undo2 },
  { of: 'toConfirm', state: 'approved', label: 'Por confirmar', icon: ClipboardCheck },
  {
    of: 'executionRejected',
    state: 'execution_rejected',
    label: 'Ejecución rechazada',
    icon: RotateCw,
    isBad: true,
  },
]

/** Number of orders in each state that needs an action; each figure links to its orders. */
export function FiguresPanel({ areaPath, values }: { areaPath: string; values: FiguresWire }) {
  const documents: string = `${areaPath}/documents`
  return (
    <ul aria-label="Pedidos por estado" className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
      {figures.map(({ of, state, label, icon: Icon, isBad }) => (
        <li key={of} className="grid grid-cols-1 last:max-sm:col-span-2">
          <Card className="relative grid grid-cols-[minmax(0,1fr)_auto] content-between gap-x-2 gap-y-1 p-4 transition-colors hover:bg-hover">
            <Link
              to={documents}
              search={{ state }}
              className="rounded-sm text-ink-soft after:absolute after:inset-0"
            >
              {label}
            </Link>
            <Icon aria-hidden="true" className="size-4.5 text-ink-faint" />
            <span
              className={classes(
                'figures font-semibold text-3xl tracking-tight',
                isBad && values[of] > 0 && 'text-negative',
              )}
            >
              {countText(values[of])}
            </span>
          </Card>
        </li>
      ))}
    </ul>
  )
}
