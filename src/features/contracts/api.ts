import { createContract as create } from '#features/contracts/commands.ts'
import { abilities } from '#features/contracts/rules.ts'
import { contractAbility, contractWords } from '#features/contracts/text.ts'
import { contractCard, contractList } from '#features/contracts/views.ts'
import { createContract, getContract, listContracts } from '#features/contracts/wire.ts'
import { type Route, read, write } from '#server/http/route.ts'

export const contractRoutes: readonly Route[] = [
  read(listContracts, async (tx, actor, { query }) => ({
    items: await contractList(tx, actor, query),
    can: { create: contractAbility(abilities(actor).create) },
  })),
  read(getContract, (tx, actor, { params }) => contractCard(tx, actor, params.contractId)),
  write(createContract, contractWords, (tx, actor, { body }) => create(tx, actor, body)),
]
