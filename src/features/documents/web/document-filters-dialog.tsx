import { type FormEvent, useId, useState } from 'react'
import { documentList } from '#features/documents/list.ts'
import { amountFromTyped, typedFromAmount } from '#features/documents/rules/typed-amount.ts'
import { problemsIn } from '#features/documents/rules/typed-filters.ts'
import { documentStates, documentTypes } from '#features/documents/rules.ts'
import { DayRangePanel } from '#features/documents/web/day-range-panel.tsx'
import { FilterChoicesPanel, type OfferedFilter } from '#features/documents/web/filter-choices-panel.tsx'
import type { AddressOf, ListFilter } from '#kernel/list.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import type { ListSearch } from '#ui/lists/use-list-search.ts'

export type DocumentFiltersDialogProps = {
  search: ListSearch<typeof documentList>
  offered: readonly OfferedFilter[]
  onClose: () => void
}

/** Filters of a list of orders in one form: a sheet on a phone, where it also sorts. */
export function DocumentFiltersDialog({ search, offered, onClose }: DocumentFiltersDialogProps) {
  const formId = useId()
  const [draft, setDraft] = useState<FilterDraft>(() => draftFrom(search.filter))
  const [isSent, setSent] = useState(false)
  const problems = isSent ? problemsIn(draft) : {}
  const change = (changed: Partial<FilterDraft>) => setDraft(before => ({ ...before, ...changed }))
  const apply = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setSent(true)
    if (Object.keys(problemsIn(draft)).length > 0) return
    search.narrow(narrowingFrom(draft))
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title="Filtros"
      initialFocus={() => document.getElementById(formId)?.querySelector('input, select') ?? null}
      footer={
        <>
          <Button onClick={() => setDraft({ ...draftFrom({}), sort: draft.sort })}>Vaciar</Button>
          <Button type="submit" form={formId} variant="primary">
            Aplicar
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={apply} className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <FilterChoicesPanel draft={draft} change={change} offered={offered} />
        <fieldset className="col-span-full grid grid-cols-2 gap-4">
          <legend className="sr-only">Monto</legend>
          <TextField
            label="Monto desde"
            inputMode="decimal"
            autoComplete="off"
            placeholder="1.234,56"
            value={draft.amountFrom}
            error={problems.amountFrom}
            onChange={event => change({ amountFrom: event.target.value })}
          />
          <TextField
            label="Monto hasta"
            inputMode="decimal"
            autoComplete="off"
            placeholder="1.234,56"
            value={draft.amountTo}
            error={problems.amountTo}
            onChange={event => change({ amountTo: event.target.value })}
          />
        </fieldset>
        {dayRanges.map(({ title, from, to }) => (
          <DayRangePanel
            key={title}
            title={title}
            from={draft[from]}
            to={draft[to]}
            fromError={problems[from]}
            toError={problems[to]}
            onChange={range => change({ [from]: range.from, [to]: range.to })}
          />
        ))}
      </form>
    </Dialog>
  )
}

const dayRanges = [
  { title: 'Creado', from: 'createdFrom', to: 'createdTo' },
  { title: 'Aprobado', from: 'approvedFrom', to: 'approvedTo' },
  { title: 'Fecha de la factura', from: 'invoicedFrom', to: 'invoicedTo' },
  { title: 'Vence', from: 'dueFrom', to: 'dueTo' },
  { title: 'Pagado o emitido', from: 'executedFrom', to: 'executedTo' },
] as const

/** Text of each filter of the form, empty when it is not set. */
type FilterDraft = { readonly [name in keyof ReturnType<typeof draftFrom>]: string }

export function draftFrom(filter: ListFilter<typeof documentList>) {
  const {
    projectId = '',
    clientId = '',
    costCentreId = '',
    providerId = '',
    requesterId = '',
    approverId = '',
    type = '',
    state = '',
  } = filter
  const { createdFrom = '', createdTo = '', approvedFrom = '', approvedTo = '' } = filter
  const { invoicedFrom = '', invoicedTo = '', dueFrom = '', dueTo = '' } = filter
  const { executedFrom = '', executedTo = '', amountFrom, amountTo, sort = documentList.sorts[0] } = filter
  return {
    project: projectId,
    client: clientId,
    centre: costCentreId,
    provider: providerId,
    requester: requesterId,
    approver: approverId,
    type,
    state,
    createdFrom,
    createdTo,
    approvedFrom,
    approvedTo,
    invoicedFrom,
    invoicedTo,
    dueFrom,
    dueTo,
    executedFrom,
    executedTo,
    amountFrom: typedFromAmount(amountFrom),
    amountTo: typedFromAmount(amountTo),
    sort,
  }
}

/** Parameters of the address for a draft without problems; an empty field removes its filter. */
export function narrowingFrom(draft: FilterDraft): AddressOf<typeof documentList> {
  const { amountFrom, amountTo, sort, type, state } = draft
  const texts = Object.fromEntries(Object.entries(draft).map(([name, text]) => [name, text || undefined]))
  const wanted = documentList.sorts.find(each => each === sort)
  return {
    ...texts,
    type: documentTypes.find(each => each === type),
    state: documentStates.find(each => each === state),
    amountFrom: amountFromTyped(amountFrom) ?? undefined,
    amountTo: amountFromTyped(amountTo) ?? undefined,
    sort: wanted === documentList.sorts[0] ? undefined : wanted,
  }
}
