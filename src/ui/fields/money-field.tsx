import { type Ref, useState } from 'react'
import {
  type Currency,
  type MoneyProblem,
  minorToText,
  moneyFromText,
  moneyText,
  parseMoney,
} from '#kernel/money.ts'
import { Field, type FieldProps } from '#ui/fields/field.tsx'

type MoneyFieldProps = FieldProps & {
  currency: Currency
  /** Digits of minor units ('25000' is 250 €), or '' while the typed text is no amount. */
  value: string
  onChange: (minor: string) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
  name?: string
  placeholder?: string
  disabled?: boolean
}

/** Amount as it is typed in Spanish. A text that is no amount stays in the field, with the reason below it. */
export function MoneyField({ currency, value, onChange, onBlur, ...props }: MoneyFieldProps) {
  const { ref, name, placeholder = '0,00', disabled, error, ...field } = props
  const [typed, setTyped] = useState('')
  const [isLeft, setLeft] = useState(false)
  const text = parseMinor(typed, currency) === value ? typed : value === '' ? '' : grouped(value, currency)
  const problem = parseMoney(text, currency)
  const ownError = isLeft && typeof problem === 'string' && problem !== 'empty' ? reasons[problem] : undefined

  const leave = () => {
    setLeft(true)
    if (value !== '') setTyped(grouped(value, currency))
    onBlur?.()
  }
  const type = (next: string) => {
    setTyped(next)
    setLeft(false)
    onChange(parseMinor(next, currency))
  }
  return (
    <Field {...field} error={ownError ?? error}>
      {control => (
        <div className="relative">
          <input
            {...control}
            ref={ref}
            name={name}
            placeholder={placeholder}
            disabled={disabled}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={event => type(event.target.value)}
            onBlur={leave}
            className="control figures pr-12 text-right"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-ink-faint"
          >
            {currencySymbol(currency)}
          </span>
        </div>
      )}
    </Field>
  )
}

const reasons: Record<MoneyProblem, string> = {
  empty: 'Escribe un monto.',
  not_a_number: 'Escribe solo cifras, por ejemplo 1.234,56.',
  ambiguous: 'No queda claro: usa punto para los miles y coma para los decimales, por ejemplo 1.234,56.',
  too_many_decimals: 'Demasiados decimales para esta moneda.',
  too_long: 'El monto tiene demasiadas cifras.',
  not_positive: 'El monto debe ser mayor que cero.',
}

function parseMinor(text: string, currency: Currency): string {
  const amount = parseMoney(text, currency)
  return typeof amount === 'string' ? '' : minorToText(amount.minor)
}

function grouped(minor: string, currency: Currency): string {
  const [whole = '', cents] = moneyText(moneyFromText(minor, currency)).split(',')
  const thousands = whole.replace(/\B(?=(\d{3})+(?!\d))/g, '.')
  return cents === undefined ? thousands : `${thousands},${cents}`
}

function currencySymbol(currency: Currency): string {
  const parts = new Intl.NumberFormat('es-ES', { style: 'currency', currency }).formatToParts(0)
  return parts.find(part => part.type === 'currency')?.value ?? currency
}
