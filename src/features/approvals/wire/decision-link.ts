/** Wire of the links of mails to approvers: what one opens, and the decision that is taken with it. */
import { z } from 'zod'
import { linkEnds } from '#features/approvals/rules/decision-link.ts'
import { DecidedWire, DecisionBodyWire, decisionRefusals } from '#features/approvals/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { InstantWire } from '#kernel/wire.ts'

export const LinkTextWire = z.object({
  /** Text of the link: what its address has after `#`. */
  link: z.string().max(300),
})

/** Order that a link opens: the revision and the seat that it is of. */
export const LinkedOrderWire = z.object({
  documentId: z.string(),
  projectId: z.string(),
  revision: z.int(),
  seatId: z.string(),
})

/** Why a link decides no more. */
export const EndedLinkWire = z.object({
  why: z.enum(linkEnds),
  /** Decision that ended it: of its seat, or of whoever decided the order before. */
  decision: z.enum(['approved', 'rejected', 'returned']).nullable(),
  /** Name of the person who took it; null when nobody did, or for whoever sees the order no more. */
  byName: z.string().nullable(),
  /** True when its addressee took it. */
  isOwn: z.boolean(),
  at: InstantWire.nullable(),
})
export type EndedLinkWire = z.infer<typeof EndedLinkWire>

export const OpenedLinkWire = z.object({
  /** Null when the person does not see the order any more. */
  order: LinkedOrderWire.nullable(),
  /** Null while the link's seat waits for this person. */
  ended: EndedLinkWire.nullable(),
})
export type OpenedLinkWire = z.infer<typeof OpenedLinkWire>

export const openDecisionLink = endpoint({
  id: 'openDecisionLink',
  method: 'POST',
  path: '/api/decision-links/opening',
  summary:
    'What a mail’s link opens, for its addressee alone: the order and the seat, or why it decides no more. It changes nothing. The link of somebody else is answered as one that never was.',
  body: LinkTextWire,
  response: OpenedLinkWire,
  refusals: ['not_found'],
})

export const decideByLink = endpoint({
  id: 'decideByLink',
  method: 'POST',
  path: '/api/decision-links/decision',
  summary:
    'Approves, rejects or returns for changes the seat of a mail’s link, at the revision that the mail was about.',
  body: DecisionBodyWire.omit({ revision: true }).extend(LinkTextWire.shape),
  response: DecidedWire,
  refusals: [...decisionRefusals, 'not_found', 'link_used', 'link_expired', 'link_of_other_seat'],
  idempotent: true,
})
