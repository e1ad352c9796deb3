import type { ReactNode } from 'react'
import type { AbilityWire } from '#kernel/wire.ts'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'

type ActionLinkProps = {
  to: string
  search?: { readonly [name: string]: string }
  /** Whether the person may; not known yet counts as yes. */
  may: AbilityWire | undefined
  variant?: ButtonVariant
  icon?: ReactNode
  children: ReactNode
}

/** A way to a screen that does something. Where that is refused, it says why instead of leading there. */
export function ActionLink({ to, search = {}, may, variant = 'primary', icon, children }: ActionLinkProps) {
  const refusal = refusalOf(may)
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

/** Why a button is refused, for its `refusal`. */
export function refusalOf(may: AbilityWire | undefined): string | undefined {
  return may === undefined || may === true ? undefined : may.text
}
