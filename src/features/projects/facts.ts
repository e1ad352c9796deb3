import { content, defineFacts, type Snapshot } from '#kernel/fact.ts'
import type { MoneyWire } from '#kernel/wire.ts'

type Created = {
  readonly name: string
  readonly clientId: string
  readonly total: MoneyWire
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
