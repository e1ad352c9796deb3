/**
 * Facts of projects. A new one has notices because whoever appoints themself its approver is told to others; a
 * change of its data only stands in the journal.
 */
import { content, defineFacts, type Snapshot } from '#kernel/fact.ts'
import type { MoneyWire } from '#kernel/wire.ts'

type Created = {
  readonly name: string
  readonly clientId: string
  /** Sum of its contracts: digits of minor units, with the currency. */
  readonly total: MoneyWire
  /** Ids of contracts; user ids of approvers and executors. */
  readonly contracts: readonly string[]
  readonly approvers: readonly string[]
  readonly executors: readonly string[]
  /** Ids of invitations. */
  readonly invitedApprovers?: readonly string[]
  readonly invitedExecutors?: readonly string[]
}

export const projectFact = defineFacts({
  'project.created': {
    object: 'project',
    sentence: 'Proyecto creado',
    content: content<{ after: Created }>(),
    subscribers: ['notices'],
  },
  'project.changed': {
    object: 'project',
    sentence: 'Proyecto modificado',
    content: content<{ before: Snapshot; after: Snapshot }>(),
  },
})
