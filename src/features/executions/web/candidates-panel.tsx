import { useDeferredValue, useId, useRef, useState } from 'react'
import { sumText } from '#features/approvals/web/text.ts'
import { CreditNotesPanel, type Netting, takenFrom } from '#features/executions/web/credit-notes-panel.tsx'
import type { CandidateWire } from '#features/executions/wire/make-batch.ts'
import { formatDay } from '#kernel/day.ts'
import { formatMoney, minorFromText, money, moneyText } from '#kernel/money.ts'
import { counted } from '#kernel/text.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { FieldError } from '#ui/fields/field.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { matches } from '#ui/lists/fold.ts'
import { Money } from '#ui/money.tsx'

type CandidatesPanelProps = {
  items: readonly CandidateWire[]
  /** True when more payments wait than these. */
  hasMore: boolean
  chosen: readonly string[]
  onChange: (documentIds: string[]) => void
  /** Credit notes of the providers, which reduce payments that are chosen. */
  netting: Netting
  error: string | undefined
}

const candidateId = ({ document }: CandidateWire) => document.id
const isPayable = ({ can }: CandidateWire) => can === true

/**
 * Approved payments by provider, with a checkbox each and one for all of a provider; shift chooses a range. One that
 * cannot enter a batch shows the reason.
 */
export function CandidatesPanel({ items, hasMore, chosen, onChange, netting, error }: CandidatesPanelProps) {
  const errorId = useId()
  const [query, setQuery] = useState('')
  const wanted = useDeferredValue(query)
  const found = items.filter(item => matches(searchable(item), wanted))
  const groups = [...Map.groupBy(found, ({ document }) => document.providerName)]
  const shown = groups.flatMap(([, group]) => group.filter(isPayable)).map(candidateId)
  const last = useRef<string | null>(null)
  /** Chooses or leaves these; those that the search hides stay as they are. */
  const choose = (ids: readonly string[], isOn: boolean) =>
    onChange(isOn ? [...new Set([...chosen, ...ids])] : chosen.filter(id => !ids.includes(id)))
  const toggle = (id: string, isRange: boolean) => {
    const from = isRange && last.current !== null ? shown.indexOf(last.current) : -1
    const at = shown.indexOf(id)
    last.current = id
    if (from === -1) choose([id], !chosen.includes(id))
    else choose(shown.slice(Math.min(from, at), Math.max(from, at) + 1), true)
  }
  const areAll = shown.length > 0 && shown.every(id => chosen.includes(id))
  return (
    <Card aria-labelledby="candidates-title">
      <CardHeader
        id="candidates-title"
        title="Pagos aprobados"
        actions={
          shown.length > 0 && (
            <Checkbox
              label="Elegir todos"
              checked={areAll}
              onChange={event => choose(shown, event.target.checked)}
            />
          )
        }
      />
      <div className="grid grid-cols-1 gap-2 px-4 pt-3 sm:px-5">
        <SearchField label="Buscar pagos..." value={query} onChange={setQuery} />
        {error && <FieldError id={errorId}>{error}</FieldError>}
        {shown.length > 1 && (
          <p className="text-ink-faint text-xs max-lg:hidden">
            Con Mayús se eligen todos hasta el que pulses.
          </p>
        )}
      </div>
      {found.length === 0 && (
        <p className="px-4 py-4 text-ink-soft sm:px-5">
          {hasMore ? 'Ninguno de los pagos que se muestran coincide.' : 'Ningún pago coincide.'}
        </p>
      )}
      {groups.map(([provider, group]) => (
        <ProviderGroup
          key={provider}
          provider={provider}
          items={group}
          chosen={chosen}
          netting={netting}
          onChoose={choose}
          onToggle={toggle}
        />
      ))}
      {hasMore && (
        <p role="status" className="border-t px-4 py-3 text-center text-ink-soft text-xs">
          Se muestran los {items.length} que llevan más tiempo aprobados, los que caben en una remesa. Los
          siguientes aparecen cuando estos estén en una.
        </p>
      )}
    </Card>
  )
}

/** Words by which a payment is found, its amount as people write it. */
function searchable({ document, payable }: CandidateWire): string {
  const amount = moneyFromWire(payable)
  const { id, name, providerName, projectName } = document
  return [id, name, providerName, projectName, formatMoney(amount), moneyText(amount)].join(' ')
}

type ProviderGroupProps = {
  provider: string
  items: readonly CandidateWire[]
  chosen: readonly string[]
  netting: Netting
  onChoose: (ids: readonly string[], isOn: boolean) => void
  onToggle: (id: string, isRange: boolean) => void
}

/** Payments to one provider, with their sum per currency, and what credit notes leave to transfer of those that are chosen. */
function ProviderGroup({ provider, items, chosen, netting, onChoose, onToggle }: ProviderGroupProps) {
  const titleId = useId()
  const payable = items.filter(isPayable).map(candidateId)
  const taken = items.filter(({ document }) => chosen.includes(document.id))
  const sum = sumText(items.map(paidPart))
  const netted = takenFrom(netting, ({ document }) => document.providerName === provider)
  return (
    <section aria-labelledby={titleId} className="border-t first-of-type:mt-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-sunken px-4 py-2 sm:px-5">
        <Checkbox
          label={
            <span id={titleId} className="font-semibold">
              {provider}
            </span>
          }
          checked={payable.length > 0 && payable.every(id => chosen.includes(id))}
          disabled={payable.length === 0}
          onChange={event => onChoose(payable, event.target.checked)}
        />
        <p className="sums text-ink-soft">
          {taken.length > 0 && (
            <span className="font-medium text-ink">
              {counted(taken.length, 'elegido')}: {chosenText(taken, netted)} de{' '}
            </span>
          )}
          {sum}
        </p>
      </div>
      <ul aria-labelledby={titleId} className="select-none divide-y">
        {items.map(item => (
          <Candidate
            key={item.document.id}
            item={item}
            isChosen={chosen.includes(item.document.id)}
            onToggle={isRange => onToggle(item.document.id, isRange)}
          />
        ))}
      </ul>
      <CreditNotesPanel provider={provider} items={items} chosen={chosen} netting={netting} />
    </section>
  )
}

/** Sum of the chosen payments, and what is transferred of it where credit notes take a part. */
function chosenText(taken: readonly CandidateWire[], nettedMinor: bigint): string {
  const gross = sumText(taken.map(paidPart))
  if (nettedMinor === 0n) return gross
  const grossMinor = taken.reduce((sum, { payable }) => sum + minorFromText(payable.minor), 0n)
  return `${gross} (${formatMoney(money(grossMinor - nettedMinor, 'EUR'))} netos)`
}

const paidPart = ({ payable }: CandidateWire) => ({ amount: payable })

type CandidateProps = { item: CandidateWire; isChosen: boolean; onToggle: (isRange: boolean) => void }

function Candidate({ item, isChosen, onToggle }: CandidateProps) {
  const { document, payment, payable, account, accountChanged, isAccountShared, can } = item
  const where = account === null ? 'sin cuenta' : `cuenta ${account}`
  return (
    <li className="flex items-start justify-between gap-3 px-4 py-3 sm:px-5">
      <div className="min-w-0">
        <Checkbox
          label={
            <span className="wrap-anywhere font-medium">
              {document.name} <span className="figures font-normal text-ink-faint">{document.id}</span>
            </span>
          }
          note={[
            where,
            document.projectName,
            ...(document.payments ? [`pago ${payment} de ${document.payments.count}`] : []),
            ...(document.dueOn ? [`vence el ${formatDay(document.dueOn)}`] : []),
          ].join(' · ')}
          checked={isChosen}
          disabled={can !== true}
          onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
        {can !== true && <p className="pl-6.5 text-caution text-xs">{can.text}</p>}
        {document.providerOff && (
          <p className="pl-6.5 text-caution text-xs">
            El proveedor está dado de baja: la remesa tiene que decir por qué se le paga.
          </p>
        )}
        {isAccountShared && (
          <p className="pl-6.5 text-caution text-xs">Otro proveedor activo cobra en la misma cuenta.</p>
        )}
        {accountChanged && (
          <p className="pl-6.5 text-caution text-xs">
            La cuenta del proveedor ha cambiado desde la aprobación: se paga en la que se aprobó.
          </p>
        )}
      </div>
      <Money value={payable} className="shrink-0 font-semibold" />
    </li>
  )
}
