import { useQuery } from '@tanstack/react-query'
import { type Affiliation, requiredAffiliation } from '#features/platform/rules.ts'
import { organisationsQuery, useCompaniesToChoose } from '#features/platform/web/queries.ts'
import type { Role } from '#kernel/actor.ts'
import { emptyTextFor } from '#ui/fields/choice.ts'
import { Combobox } from '#ui/fields/combobox.tsx'

type AffiliationPanelProps = {
  role: Role
  value: Affiliation
  onChange: (affiliation: Affiliation) => void
  fieldError: (name: keyof Affiliation) => string | undefined
  /** True when the person may belong to no company yet. */
  isOptional?: boolean
}

export const noAffiliation: Affiliation = { companyId: null, clientId: null, providerId: null }

/**
 * Fields for the affiliation of a role: a company, and the client or the provider in it that the person works for.
 */
export function AffiliationPanel({
  role,
  value,
  onChange,
  fieldError,
  isOptional = false,
}: AffiliationPanelProps) {
  const { items, search, ...state } = useCompaniesToChoose()
  const needs = requiredAffiliation(role)
  if (!needs.company) return null
  return (
    <>
      <Combobox
        label="Empresa"
        optional={isOptional}
        hint={isOptional ? 'Sin empresa podrá entrar, y no verá nada hasta que tenga una.' : undefined}
        error={fieldError('companyId')}
        options={items.map(({ id, name, email }) => ({ value: id, label: name, detail: email }))}
        value={value.companyId ?? ''}
        onChange={id => onChange({ ...noAffiliation, companyId: id || null })}
        onSearch={search}
        emptyText={emptyTextFor(state, items.length, 'Aún no hay empresas.', 'Ninguna empresa coincide.')}
      />
      {value.companyId !== null && (needs.client || needs.provider) && (
        <OrganisationField
          companyId={value.companyId}
          kind={needs.client ? 'clientId' : 'providerId'}
          value={value}
          onChange={onChange}
          fieldError={fieldError}
          isOptional={isOptional}
        />
      )}
    </>
  )
}

type OrganisationFieldProps = Pick<
  AffiliationPanelProps,
  'value' | 'onChange' | 'fieldError' | 'isOptional'
> & {
  companyId: string
  kind: 'clientId' | 'providerId'
}

function OrganisationField({
  companyId,
  kind,
  value,
  onChange,
  fieldError,
  isOptional,
}: OrganisationFieldProps) {
  const { data, ...state } = useQuery(organisationsQuery(companyId))
  const isClient = kind === 'clientId'
  const options = (isClient ? data?.clients : data?.providers) ?? []
  return (
    <Combobox
      label={isClient ? 'Cliente' : 'Proveedor'}
      optional={isOptional}
      error={fieldError(kind)}
      options={options.map(({ id, name }) => ({ value: id, label: name }))}
      value={value[kind] ?? ''}
      onChange={id => onChange({ ...value, [kind]: id || null })}
      emptyText={emptyTextFor(
        state,
        options.length,
        isClient ? 'La empresa aún no tiene clientes.' : 'La empresa aún no tiene proveedores.',
        'Sin resultados',
      )}
    />
  )
}
