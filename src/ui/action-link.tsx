import type { ReactNode } from 'react'
import type { AbilityWire } from '#kernel/wire.ts'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'

type ActionLinkProps = {
  to: string
  search?: { readonly [name: string]: string }
  /** Ability of the person; undefined, while it loads, counts as permitted. */
  may: AbilityWire | undefined
  variant?: ButtonVariant
  icon?: ReactNode
  children: ReactNode
}

/** Link to a screen with an action; where the action is refused, a button that shows the reason instead. */
export function ActionLink({ to, search = {}, may, variant = 'primary', icon, children }: ActionLinkProps) {
  const refusal = refusalText(may)
  if (refusal === undefined) {
    return (
      <LinkButton to={to} search={search} variant={variant} icon={icon}>
        {children}
      </LinkButton>
    )
  }
  return (
    <Button variant={variant} icon={icon} refusal={refusal}>
      {children}
    </Button>
  )
}

/** Reason why a button is refused, for its `refusal`. */
export function refusalText(may: AbilityWire | undefined): string | undefined {
  return may === undefined || may === true ? undefined : may.text
}
