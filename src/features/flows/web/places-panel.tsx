import { isTaxCategory, taxCategories } from '#features/flows/rules/tax-categories.ts'
import { taxCategoryLabel } from '#features/flows/text.ts'
import type { ConditionsErrors } from '#features/flows/web/conditions-panel.tsx'
import type { Choices, FlowChoices } from '#features/flows/web/queries.ts'
import { type ConditionsInput, capital } from '#features/flows/web/text.ts'
import { emptyTextFor } from '#ui/fields/choice.ts'
import { MultiPicker } from '#ui/fields/multi-picker.tsx'

type PlacesPanelProps = {
  value: ConditionsInput
  onChange: (part: ConditionsInput) => void
  fieldError: ConditionsErrors
  choices: FlowChoices
}

/** Clients, projects, contracts, providers, people, cost centres and taxes that a rule names; a list is shown only when its condition is added. */
export function PlacesPanel({ value, onChange, fieldError, choices }: PlacesPanelProps) {
  const chosen = places.map(({ kind, of, label, hint, none }) => {
    const ids = value[kind]
    return (
      ids && (
        <MultiPicker
          key={kind}
          label={label}
          hint={hint}
          values={ids}
          onChange={next => onChange({ [kind]: next })}
          error={fieldError(kind)}
          {...pickerProps(choices[of], none)}
        />
      )
    )
  })
  return (
    <>
      {chosen}
      {value.taxCategories && (
        <MultiPicker
          label="Impuestos"
          hint="Basta con que el desglose del pedido tenga uno de ellos: pon antes las reglas más exigentes. Quien no desglosa solo cumple «sin desglose»."
          values={value.taxCategories}
          onChange={next => onChange({ taxCategories: next.filter(isTaxCategory) })}
          error={fieldError('taxCategories')}
          options={taxOptions}
          placeholder="Elige impuestos"
          emptyText="Nada coincide."
        />
      )}
    </>
  )
}

const taxOptions = taxCategories.map(category => ({
  value: category,
  label: capital(taxCategoryLabel[category]),
}))

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

const oneOfThem = 'Basta con que sea uno de ellos.'

const places = [
  { kind: 'clientIds', of: 'clients', label: 'Clientes', hint: oneOfThem, none: 'Aún no hay clientes.' },
  { kind: 'projectIds', of: 'projects', label: 'Proyectos', hint: oneOfThem, none: 'Aún no hay proyectos.' },
  {
    kind: 'contractIds',
    of: 'contracts',
    label: 'Contratos',
    hint: oneOfThem,
    none: 'Aún no hay contratos.',
  },
  {
    kind: 'providerIds',
    of: 'providers',
    label: 'Proveedores',
    hint: oneOfThem,
    none: 'Aún no hay proveedores.',
  },
  {
    kind: 'requesterIds',
    of: 'requesters',
    label: 'Solicitantes',
    hint: 'Basta con que una de ellas haya escrito alguna versión del pedido: pon antes las reglas más exigentes.',
    none: 'Aún no hay personas.',
  },
  {
    kind: 'costCentreIds',
    of: 'costCentres',
    label: 'Centros de coste',
    hint: 'El pedido se carga a uno de ellos. Quien no elige ninguno solo cumple «Sin centro de coste»: inclúyelo si la regla no debe poder evitarse así.',
    none: 'Aún no hay centros de coste.',
  },
] as const
