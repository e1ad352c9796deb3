import type { AbilityWire } from '#kernel/wire.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Alert } from '#ui/states.tsx'

type CannotDecidePanelProps = { base: string; why: Exclude<AbilityWire, true> }

/** Why a person whose turn it is may not decide; what is mended on the profile leads there. */
export function CannotDecidePanel({ base, why }: CannotDecidePanelProps) {
  const profile: string = `${base}/profile`
  return (
    <Alert tone="caution" title="No puedes decidir este pedido">
      <p>{why.text}</p>
      {why.refused === 'fresh_hands' && (
        <LinkButton to={profile} size="sm" className="mt-2">
          Ir a mi perfil
        </LinkButton>
      )}
    </Alert>
  )
}
