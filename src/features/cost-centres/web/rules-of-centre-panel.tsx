import { useQuery } from '@tanstack/react-query'
import { rulesOfCentreQuery } from '#features/cost-centres/web/queries.ts'
import { Alert } from '#ui/states.tsx'

/** Rules of the flow that ask for a centre which is about to be deactivated; nothing where none does. */
export function RulesOfCentrePanel({ centreId }: { centreId: string }) {
  const { data: rules = [] } = useQuery(rulesOfCentreQuery(centreId))
  if (rules.length === 0) return null
  return (
    <Alert tone="caution">
      {rules.length === 1 ? 'Lo nombra una regla' : `Lo nombran ${rules.length} reglas`} de los flujos de
      aprobación, que ya no encontrarán pedidos nuevos con él:
      <ul className="mt-1 list-disc pl-5">
        {rules.map(({ name, isPublished }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rules may have one name, and none moves.
          <li key={index}>
            «{name}»{isPublished ? '' : ' (en el borrador)'}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
