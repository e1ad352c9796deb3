import { endWords } from '#features/approvals/text/decision-link.ts'
import type { EndedLinkWire } from '#features/approvals/wire/decision-link.ts'
import { Instant } from '#ui/instant.tsx'
import { Alert } from '#ui/states.tsx'

type EndedLinkPanelProps = {
  ended: EndedLinkWire
  /** Reason for which the person decides nothing of the order now; null where they decide, or see no order. */
  because?: string | null
  /** True when the order waits for another decision of the person. */
  hasOther?: boolean
}

/** End of a mail's link that decides no more, and who decided. */
export function EndedLinkPanel({ ended, because = null, hasOther = false }: EndedLinkPanelProps) {
  const { why, decision, isOwn, byName, at } = ended
  const verb = decision && (isOwn ? ownVerb : othersVerb)[decision]
  return (
    <Alert tone="info" title={endWords[why]}>
      {verb && at && (isOwn || byName) ? (
        <p>
          {verb} {isOwn ? 'tú' : byName}, <Instant value={at} />.
        </p>
      ) : (
        <p>{hasOther ? 'Con este enlace ya no se decide nada.' : hint(why, because)}</p>
      )}
    </Alert>
  )
}

const ownVerb = { approved: 'Lo aprobaste', rejected: 'Lo rechazaste', returned: 'Lo devolviste' } as const
const othersVerb = { approved: 'Lo aprobó', rejected: 'Lo rechazó', returned: 'Lo devolvió' } as const

/** Advice: a reason of the order's own is better than one that may be. */
const hint = (why: EndedLinkWire['why'], because: string | null): string =>
  (why === 'not_theirs' ? because : null) ?? hints[why] ?? 'No tienes que hacer nada.'

/** Advice, where something may be left to do. */
const hints: { readonly [why in EndedLinkWire['why']]?: string } = {
  corrected: 'Si la corrección necesita tu aprobación, te la pedirá un correo nuevo.',
  blocked: 'Si sigue adelante y te toca, podrás decidirlo.',
  used: 'Tu decisión se deshizo después: si el pedido te espera, decídelo en Visto Bueno.',
  expired: 'Si el pedido todavía te espera, decídelo en Visto Bueno.',
  not_theirs: 'Puede que falte una etapa anterior, o que tu suplencia haya terminado.',
}
