import type { AbilityWire } from '#kernel/wire.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Alert } from '#ui/states.tsx'

type CannotDecidePanelProps = { areaPath: string; why: Exclude<AbilityWire, true> }

/** Reason why a person with an open seat may not decide; links to the profile when the remedy is there. */
export function CannotDecidePanel({ areaPath, why }: CannotDecidePanelProps) {
  const profile: string = `${areaPath}/profile`
  return (
    <Alert tone="caution" title="No puedes decidir este pedido">
      <p>{why.text}</p>
      {why.refused === 'untrusted_account' && (
        <LinkButton to={profile} size="sm" className="mt-2">
          Ir a mi perfil
        </LinkButton>
      )}
    </Alert>
  )
}
