import { useId } from 'react'
import type { CandidateWire } from '#features/executions/wire/batches.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { FieldError } from '#ui/fields/field.tsx'
import { Money } from '#ui/money.tsx'

type CandidatesPanelProps = {
  items: readonly CandidateWire[]
  chosen: readonly string[]
  onChange: (documentIds: string[]) => void
  error: string | undefined
}

/** Approved payments with a checkbox each; one that cannot enter a batch shows the reason. */
export function CandidatesPanel({ items, chosen, onChange, error }: CandidatesPanelProps) {
  const errorId = useId()
  const payable = items.filter(({ can }) => can === true).map(({ document }) => document.id)
  const areAll = payable.length > 0 && chosen.length === payable.length
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter(each => each !== id) : [...chosen, id])
  return (
    <Card aria-labelledby="candidates-title">
      <CardHeader
        id="candidates-title"
        title="Pagos aprobados"
        actions={
          payable.length > 0 && (
            <Checkbox
              label="Elegir todos"
              checked={areAll}
              onChange={() => onChange(areAll ? [] : payable)}
            />
          )
        }
      />
      {error && (
        <div className="px-4 pt-2 sm:px-5">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
      <ul aria-label="Pagos aprobados" className="mt-3 divide-y border-t">
        {items.map(item => (
          <Candidate
            key={item.document.id}
            item={item}
            isChosen={chosen.includes(item.document.id)}
            onToggle={() => toggle(item.document.id)}
          />
        ))}
      </ul>
    </Card>
  )
}

type CandidateProps = { item: CandidateWire; isChosen: boolean; onToggle: () => void }

function Candidate({ item: { document, account, accountChanged, can }, isChosen, onToggle }: CandidateProps) {
  const where = account === null ? 'sin cuenta' : `cuenta ${account}`
  return (
    <li className="flex items-start justify-between gap-3 px-4 py-3 sm:px-5">
      <div className="min-w-0">
        <Checkbox
          label={
            <span className="font-medium">
              {document.name} <span className="figures font-normal text-ink-faint">{document.id}</span>
            </span>
          }
          note={`${document.providerName} · ${where} · ${document.projectName}`}
          checked={isChosen}
          disabled={can !== true}
          onChange={onToggle}
        />
        {can !== true && <p className="pl-6.5 text-caution text-xs">{can.text}</p>}
        {document.providerOff && (
          <p className="pl-6.5 text-caution text-xs">
            El proveedor está dado de baja: la remesa tiene que decir por qué se le paga.
          </p>
        )}
        {can === true && accountChanged && (
          <p className="pl-6.5 text-caution text-xs">
            La cuenta del proveedor ha cambiado desde la aprobación: se paga en la que se aprobó.
          </p>
        )}
      </div>
      <Money value={document.amount} className="shrink-0 font-semibold" />
    </li>
  )
}
