import { endWords } from '#features/approvals/text/decision-link.ts'
import type { EndedLinkWire } from '#features/approvals/wire/decision-link.ts'
import { Instant } from '#ui/instant.tsx'
import { Alert } from '#ui/states.tsx'

/** End of a mail's link that decides no more, and who decided. */
export function EndedLinkPanel({ ended }: { ended: EndedLinkWire }) {
  const { why, decision, isOwn, byName, at } = ended
  const verb = decision && (isOwn ? ownVerb : othersVerb)[decision]
  return (
    <Alert tone="info" title={endWords[why]}>
      {verb && at && (isOwn || byName) ? (
        <p>
          {verb} {isOwn ? 'tú' : byName}, <Instant value={at} />.
        </p>
      ) : (
        <p>{hint[why] ?? 'No tienes que hacer nada.'}</p>
      )}
    </Alert>
  )
}

const ownVerb = { approved: 'Lo aprobaste', rejected: 'Lo rechazaste', returned: 'Lo devolviste' } as const
const othersVerb = { approved: 'Lo aprobó', rejected: 'Lo rechazó', returned: 'Lo devolvió' } as const

/** Advice, where something may be left to do. */
const hint: { readonly [why in EndedLinkWire['why']]?: string } = {
  corrected: 'Si la corrección necesita tu aprobación, te la pedirá un correo nuevo.',
  used: 'Tu decisión se deshizo después: si el pedido te espera, decídelo en Visto Bueno.',
  expired: 'Si el pedido todavía te espera, decídelo en Visto Bueno.',
  not_theirs: 'Puede que falte una etapa anterior, o que tu suplencia haya terminado.',
}
