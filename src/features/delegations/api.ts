/** Routes of delegations: of a person, and of a company for its administrators. */
import { end, make } from '#features/delegations/commands.ts'
import { delegationWords } from '#features/delegations/text.ts'
import { readCompanyDelegations, readOwnDelegations } from '#features/delegations/views.ts'
import { endDelegation, listDelegations, makeDelegation, ownDelegations } from '#features/delegations/wire.ts'
import { type Route, read, write } from '#server/http/route.ts'

export const delegationRoutes: readonly Route[] = [
  read(ownDelegations, readOwnDelegations),
  read(listDelegations, readCompanyDelegations),
  write(makeDelegation, delegationWords, (tx, actor, { body }) => make(tx, actor, body)),
  write(endDelegation, delegationWords, (tx, actor, { params }) => end(tx, actor, params.delegationId)),
]
