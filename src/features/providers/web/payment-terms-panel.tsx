import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  isBeyondLaw,
  maxPayDays,
  maxPayments,
  maxTermDays,
  type PaymentTerms,
  wholeShare,
} from '#features/providers/rules/payment-terms.ts'
import { beyondLawText, paymentTermsText } from '#features/providers/text/payment-terms.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field.tsx'
import { PercentField } from '#ui/fields/percent-field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'

type PaymentTermsPanelProps = {
  terms: PaymentTerms | null
  onChange: (terms: PaymentTerms | null) => void
  /** Label of having no terms: 'Sin plazo'. */
  noneLabel: string
  error?: string | undefined
}

const inDays = (...days: number[]): PaymentTerms => {
  const share = Math.floor(wholeShare / days.length)
  return {
    parts: days.map((each, index) => ({
      share: index === days.length - 1 ? wholeShare - share * (days.length - 1) : share,
      days: each,
    })),
    payDays: [],
  }
}

/** Terms that most companies agree on. */
const usual = [inDays(0), inDays(15), inDays(30), inDays(60), inDays(30, 60), inDays(30, 60, 90)]

const isSame = (one: PaymentTerms, other: PaymentTerms) => paymentTermsText(one) === paymentTermsText(other)

/** Payment terms: usual ones to choose from, or any others part by part. */
export function PaymentTermsPanel({ terms, onChange, noneLabel, error }: PaymentTermsPanelProps) {
  const [isOpen, setOpen] = useState(terms !== null && !usual.some(each => isSame(each, terms)))
  const at = terms === null ? -1 : usual.findIndex(each => isSame(each, terms))
  const choose = (value: string) => {
    setOpen(value === 'other')
    if (value === '') onChange(null)
    else if (value === 'other') onChange(terms ?? inDays(30))
    else onChange(usual[Number(value)] ?? null)
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <Select
        label="Plazo de pago"
        value={isOpen ? 'other' : at === -1 ? '' : String(at)}
        onChange={event => choose(event.target.value)}
        hint={
          terms && isBeyondLaw(terms) ? (
            <span className="text-caution">{beyondLawText}</span>
          ) : (
            'Desde la fecha de la factura: los pedidos nacen con sus vencimientos.'
          )
        }
        error={isOpen ? undefined : error}
        options={[
          { value: '', label: noneLabel },
          ...usual.map((each, index) => ({ value: String(index), label: sentence(paymentTermsText(each)) })),
          { value: 'other', label: 'Otras…' },
        ]}
      />
      {isOpen && terms && <OtherTerms terms={terms} onChange={onChange} error={error} />}
    </div>
  )
}

const sentence = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

type OtherTermsProps = {
  terms: PaymentTerms
  onChange: (terms: PaymentTerms) => void
  error?: string | undefined
}

function OtherTerms({ terms, onChange, error }: OtherTermsProps) {
  const { parts, payDays } = terms
  const change = (index: number, part: Partial<PaymentTerms['parts'][number]>) =>
    onChange({ ...terms, parts: parts.map((each, at) => (at === index ? { ...each, ...part } : each)) })
  return (
    <fieldset className="grid grid-cols-1 gap-3 rounded-lg border border-line p-4">
      <legend className="px-1 font-medium text-sm">Plazos</legend>
      {parts.map((part, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are told apart by their place alone.
          key={index}
          className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-3"
        >
          <PercentField
            label={`Parte ${index + 1}`}
            value={part.share}
            onChange={share => change(index, { share })}
          />
          <TextField
            label={`Días, parte ${index + 1}`}
            name={`days-${index}`}
            inputMode="numeric"
            value={String(part.days)}
            onChange={event => change(index, { days: numberFrom(event.target.value, maxTermDays) })}
          />
          <Button
            variant="quiet"
            icon={<Trash2 aria-hidden="true" />}
            title="Quitar el plazo"
            className="mt-6.5"
            disabled={parts.length === 1}
            onClick={() => onChange({ ...terms, parts: parts.filter((_, at) => at !== index) })}
          >
            <span className="sr-only">Quitar el plazo {index + 1}</span>
          </Button>
        </div>
      ))}
      <Button
        variant="quiet"
        size="sm"
        icon={<Plus aria-hidden="true" />}
        className="-ml-2.5 justify-self-start"
        disabled={parts.length === maxPayments}
        onClick={() => onChange({ ...terms, parts: [...parts, nextPart(parts)] })}
      >
        Añadir plazo
      </Button>
      <PayDaysField payDays={payDays} onChange={days => onChange({ ...terms, payDays: days })} />
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

/** Part for the rest of the whole, a month later. */
function nextPart(parts: PaymentTerms['parts']): PaymentTerms['parts'][number] {
  const left = parts.reduce((rest, { share }) => rest - share, wholeShare)
  return { share: Math.max(left, 1), days: Math.min((parts.at(-1)?.days ?? 0) + 30, maxTermDays) }
}

type PayDaysFieldProps = { payDays: readonly number[]; onChange: (days: number[]) => void }

/** Days of the month, as '10, 25'. */
function PayDaysField({ payDays, onChange }: PayDaysFieldProps) {
  const [typed, setTyped] = useState(payDays.join(', '))
  return (
    <TextField
      label="Días de pago"
      name="pay-days"
      optional
      hint={`Si se paga solo algunos días del mes: hasta ${maxPayDays}, por ejemplo 10, 25.`}
      inputMode="numeric"
      value={typed}
      onChange={event => {
        setTyped(event.target.value)
        onChange(daysFrom(event.target.value))
      }}
    />
  )
}

const daysFrom = (text: string): number[] =>
  [...new Set([...text.matchAll(/\d{1,2}/g)].map(([digits]) => Number(digits)))]
    .filter(day => day >= 1 && day <= 31)
    .toSorted((a, b) => a - b)
    .slice(0, maxPayDays)

const numberFrom = (text: string, most: number): number => Math.min(Number(text.replace(/\D/g, '')), most)
