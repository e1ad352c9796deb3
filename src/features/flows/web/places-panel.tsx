import type { ConditionsErrors } from '#features/flows/web/conditions-panel.tsx'
import type { Choices, FlowChoices } from '#features/flows/web/queries.ts'
import type { ConditionsInput } from '#features/flows/web/text.ts'
import { emptyTextFor } from '#ui/fields/choice.ts'
import { MultiPicker } from '#ui/fields/multi-picker.tsx'

type PlacesPanelProps = {
  value: ConditionsInput
  onChange: (part: ConditionsInput) => void
  fieldError: ConditionsErrors
  choices: FlowChoices
}

/** Projects, contracts and providers that a rule names; a list is shown only when its condition is added. */
export function PlacesPanel({ value, onChange, fieldError, choices }: PlacesPanelProps) {
  return places.map(({ kind, of, label, none }) => {
    const ids = value[kind]
    return (
      ids && (
        <MultiPicker
          key={kind}
          label={label}
          hint="Basta con que sea uno de ellos."
          values={ids}
          onChange={next => onChange({ [kind]: next })}
          error={fieldError(kind)}
          {...pickerProps(choices[of], none)}
        />
      )
    )
  })
}

/** Props of a picker for one kind of choices. */
export function pickerProps(choices: Choices, none: string) {
  const { options, search } = choices
  return {
    options,
    onSearch: search,
    placeholder: 'Escribe para buscar',
    emptyText: emptyTextFor(choices, options.length, none, 'Nada coincide.'),
  }
}

const places = [
  { kind: 'projectIds', of: 'projects', label: 'Proyectos', none: 'Aún no hay proyectos.' },
  { kind: 'contractIds', of: 'contracts', label: 'Contratos', none: 'Aún no hay contratos.' },
  { kind: 'providerIds', of: 'providers', label: 'Proveedores', none: 'Aún no hay proveedores.' },
] as const
