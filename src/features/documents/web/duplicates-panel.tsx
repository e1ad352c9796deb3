import type { ReactNode } from 'react'
import { type DocumentType, statusFromState } from '#features/documents/rules.ts'
import { statusText } from '#features/documents/text/kinds.ts'
import { stateNote } from '#features/documents/text.ts'
import { documentAddress } from '#features/documents/web/text.ts'
import type { DuplicatesWire, DuplicateWire } from '#features/documents/wire/duplicates.ts'
import { Money } from '#ui/money.tsx'
import { Alert } from '#ui/states.tsx'
import { InstantDay } from '#ui/time.tsx'

type DuplicatesPanelProps = {
  areaPath: string
  type: DocumentType
  duplicates: DuplicatesWire
  /** True when links open in a new tab, so that an unsent form stays. */
  opensApart?: boolean
  /** Words above the list. */
  lead?: ReactNode
  children?: ReactNode
}

/** Most duplicates in sight: more of them would push what follows away, and say no more. */
const mostInSight = 3

/** List of possible duplicates: name, amount, date and likenesses. */
export function DuplicatesPanel({ duplicates, lead, children, ...props }: DuplicatesPanelProps) {
  const { items, hidden } = duplicates
  const folded = items.slice(mostInSight)
  return (
    <Alert tone="caution" title={panelTitle(duplicates)}>
      {lead}
      {items.length + hidden > 0 && (
        <ul className={listClasses}>
          {items.slice(0, mostInSight).map(item => (
            <Duplicate key={item.id} item={item} {...props} />
          ))}
          {hidden > 0 && <li>{hiddenText(duplicates)}</li>}
        </ul>
      )}
      {folded.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer rounded-sm py-0.5 text-accent hover:underline touch:py-3">
            {folded.length === 1 ? 'Ver otro más' : `Ver los otros ${folded.length}`}
          </summary>
          <ul className={listClasses}>
            {folded.map(item => (
              <Duplicate key={item.id} item={item} {...props} />
            ))}
          </ul>
        </details>
      )}
      {children}
    </Alert>
  )
}

const listClasses = 'mt-1 grid grid-cols-1 gap-1'

type DuplicateProps = Pick<DuplicatesPanelProps, 'areaPath' | 'type' | 'opensApart'> & { item: DuplicateWire }

function Duplicate({ areaPath, type, opensApart, item }: DuplicateProps) {
  return (
    <li>
      <a
        href={documentAddress(areaPath, item)}
        {...(opensApart && { target: '_blank', rel: 'noreferrer' })}
        className="figures inline-flex min-h-6 items-center text-accent hover:underline touch:min-h-11"
      >
        {item.id}
        {opensApart && <span className="sr-only"> (se abre en otra pestaña)</span>}
      </a>{' '}
      {item.name}: <Money value={item.amount} />, {lowered(stateText(item, type))} ·{' '}
      <InstantDay value={item.submittedAt} /> · {likenessText(item)}
    </li>
  )
}

/** Duplicates of a sent order, with the reason its author gave, if one was asked for. */
export function ReasonedDuplicatesPanel({ reason, ...props }: ReasonedProps) {
  if (props.duplicates.items.length + props.duplicates.hidden === 0) return null
  return (
    <DuplicatesPanel
      {...props}
      lead={
        <p className="whitespace-pre-line">
          {reason === null ? 'No consta por qué no es un duplicado.' : `Motivo: «${reason}»`}
        </p>
      }
    />
  )
}

type ReasonedProps = Omit<DuplicatesPanelProps, 'lead' | 'children'> & { reason: string | null }

function panelTitle({ items, hidden }: DuplicatesWire): string {
  const [first] = items
  if (first && items.length + hidden === 1) return `Posible duplicado de ${first.id}`
  return items.length + hidden > 1
    ? `Posible duplicado de ${items.length + hidden} pedidos`
    : 'Posible duplicado'
}

function hiddenText({ items, hidden }: DuplicatesWire): string {
  if (hidden === 1) return items.length > 0 ? 'Y otro que no puedes ver.' : 'De un pedido que no puedes ver.'
  return items.length > 0 ? `Y otros ${hidden} que no puedes ver.` : `De ${hidden} pedidos que no puedes ver.`
}

const stateText = ({ state }: DuplicateWire, type: DocumentType): string =>
  stateNote[state] ?? statusText({ status: statusFromState(state), type })

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

function likenessText({ likenesses, invoiceNumber }: DuplicateWire): string {
  if (!likenesses.includes('invoice')) return 'mismo monto'
  return `misma factura (${invoiceNumber})${likenesses.includes('amount') ? ' y monto' : ''}`
}
