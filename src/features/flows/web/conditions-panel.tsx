import { useId } from 'react'
import { PlacesPanel } from '#features/flows/web/places-panel.tsx'
import type { FlowChoices } from '#features/flows/web/queries.ts'
import type { ConditionsInput } from '#features/flows/web/text.ts'
import { type Currency, currencies, isCurrency } from '#kernel/money.ts'
import { classes } from '#ui/classes.ts'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { Select } from '#ui/fields/select.tsx'

export type ConditionsErrors = (name: string) => string | undefined

type ConditionsPanelProps = {
  value: ConditionsInput
  onChange: (value: ConditionsInput) => void
  fieldError: ConditionsErrors
  choices: FlowChoices
  currency: Currency
}

type Kind = keyof ConditionsInput

/** Conditions of a rule: each is added, filled in, and removed. */
export function ConditionsPanel({ value, onChange, fieldError, choices, currency }: ConditionsPanelProps) {
  const id = useId()
  const change = (part: ConditionsInput) => onChange({ ...value, ...part })
  const toggle = (kind: Kind) => change(isOn(value, kind) ? off[kind] : begun(kind, currency))
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3" aria-describedby={id}>
      <legend className="mb-1 font-medium text-sm">Condiciones</legend>
      <p id={id} className="text-ink-soft text-xs">
        El pedido tiene que cumplir todas. Sin ninguna, la regla vale para todos los pedidos.
      </p>
      <div className="flex flex-wrap gap-2">
        {kinds.map(([kind, label]) => (
          <Toggle key={kind} isOn={isOn(value, kind)} onPress={() => toggle(kind)}>
            {label}
          </Toggle>
        ))}
      </div>
      {value.types && (
        <Select
          label="Tipo de pedido"
          className="sm:max-w-72"
          options={typeOptions}
          value={value.types[0] ?? 'gasto'}
          onChange={event => change({ types: [event.target.value === 'emision' ? 'emision' : 'gasto'] })}
        />
      )}
      <PlacesPanel value={value} onChange={change} fieldError={fieldError} choices={choices} />
      {thresholds.map(({ kind, label, hint }) => {
        const threshold = value[kind]
        return (
          threshold && (
            <ThresholdField
              key={kind}
              label={label}
              hint={hint}
              value={threshold}
              onChange={next => change({ [kind]: next })}
              error={fieldError(`${kind}.minor`)}
            />
          )
        )
      })}
    </fieldset>
  )
}

const kinds = [
  ['types', 'Tipo'],
  ['clientIds', 'Clientes'],
  ['projectIds', 'Proyectos'],
  ['contractIds', 'Contratos'],
  ['providerIds', 'Proveedores'],
  ['requesterIds', 'Solicitantes'],
  ['taxCategories', 'Impuestos'],
  ['costCentreIds', 'Centros de coste'],
  ['from', 'Monto desde'],
  ['upTo', 'Monto hasta'],
  ['cumulativeFrom', 'Acumulado en 30 días'],
  ['overBudget', 'Supera el contrato'],
] as const

const typeOptions = [
  { value: 'gasto', label: 'Pedidos de Pago' },
  { value: 'emision', label: 'Pedidos de Emisión' },
]

const thresholds = [
  { kind: 'from', label: 'Monto desde', hint: 'Este monto incluido.' },
  { kind: 'upTo', label: 'Monto hasta', hint: 'Este monto incluido.' },
  {
    kind: 'cumulativeFrom',
    label: 'Acumulado en 30 días desde',
    hint: 'Lo pedido al mismo proveedor (por su NIF) en 30 días en toda la empresa, este pedido incluido: partirlo no lo evita.',
  },
] as const

function isOn(value: ConditionsInput, kind: Kind): boolean {
  const asked = value[kind]
  return asked !== undefined && asked !== null && asked !== false
}

const off: { readonly [kind in Kind]-?: ConditionsInput } = {
  types: { types: undefined },
  clientIds: { clientIds: undefined },
  projectIds: { projectIds: undefined },
  contractIds: { contractIds: undefined },
  providerIds: { providerIds: undefined },
  requesterIds: { requesterIds: undefined },
  taxCategories: { taxCategories: undefined },
  costCentreIds: { costCentreIds: undefined },
  from: { from: null },
  upTo: { upTo: null },
  cumulativeFrom: { cumulativeFrom: null },
  overBudget: { overBudget: false },
}

/** Initial value of a condition that was just added. */
function begun(kind: Kind, currency: Currency): ConditionsInput {
  if (kind === 'types') return { types: ['gasto'] }
  if (kind === 'overBudget') return { overBudget: true }
  const isThreshold = thresholds.some(threshold => threshold.kind === kind)
  return { [kind]: isThreshold ? { minor: '', currency } : [] }
}

type ToggleProps = { isOn: boolean; onPress: () => void; children: string }

function Toggle({ isOn: pressed, onPress, children }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={classes(
        'inline-flex min-h-8 items-center rounded-full border px-3 font-medium text-[0.8125rem] transition-colors touch:min-h-11',
        pressed
          ? 'border-accent bg-accent-soft text-accent'
          : 'border-line-strong bg-surface text-ink-soft hover:bg-hover hover:text-ink',
      )}
    >
      <span aria-hidden="true" className="mr-1.5">
        {pressed ? '✓' : '+'}
      </span>
      {children}
    </button>
  )
}

type Threshold = { minor: string; currency: Currency }
type ThresholdFieldProps = {
  label: string
  hint: string
  value: Threshold
  onChange: (value: Threshold) => void
  error: string | undefined
}

function ThresholdField({ label, hint, value, onChange, error }: ThresholdFieldProps) {
  const { minor, currency } = value
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-3 sm:max-w-md">
      <MoneyField
        label={label}
        hint={hint}
        currency={currency}
        value={minor}
        onChange={next => onChange({ minor: next, currency })}
        error={error}
      />
      <Select
        label="Moneda"
        value={currency}
        // The amount is cleared: its digits would mean another amount in the new currency.
        onChange={event =>
          isCurrency(event.target.value) && onChange({ minor: '', currency: event.target.value })
        }
        options={currencies.map(each => ({ value: each, label: each }))}
      />
    </div>
  )
}
