import { maxDeputyDays } from '#features/flows/rules.ts'
import { pickerProps } from '#features/flows/web/places-panel.tsx'
import type { Choices } from '#features/flows/web/queries.ts'
import type { StageInput } from '#features/flows/web/text.ts'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { Combobox } from '#ui/fields/combobox.tsx'
import { TextField } from '#ui/fields/text-field.tsx'

type Deputy = NonNullable<StageInput['deputy']>

type DeputyPanelProps = {
  deputy: Deputy | null
  onChange: (deputy: Deputy | null) => void
  fieldError: (name: string) => string | undefined
  people: Choices
}

/** Fields of a stage's deputy: who is asked too, and after how many days. */
export function DeputyPanel({ deputy, onChange, fieldError, people }: DeputyPanelProps) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:col-span-2 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <Checkbox
          label="Suplente por demora"
          note="Si alguien tarda demasiado en decidir, se le pide también a esta persona: vale la decisión de quien llegue antes."
          checked={deputy !== null}
          onChange={event => onChange(event.target.checked ? { userId: '', afterDays: usualDays } : null)}
        />
      </div>
      {deputy && (
        <>
          <Combobox
            label="Quién suple"
            value={deputy.userId}
            onChange={userId => onChange({ ...deputy, userId })}
            error={fieldError('deputy.userId')}
            {...pickerProps(people, 'Aún no hay a quién nombrar.')}
          />
          <TextField
            label="Tras más de estos días"
            hint="Días naturales que lleva esperando esa aprobación."
            type="number"
            inputMode="numeric"
            min={1}
            max={maxDeputyDays}
            value={Number.isNaN(deputy.afterDays) ? '' : deputy.afterDays}
            onChange={event => onChange({ ...deputy, afterDays: event.target.valueAsNumber })}
            error={fieldError('deputy.afterDays')}
          />
        </>
      )}
    </div>
  )
}

const usualDays = 3
