import { companyWire } from '#features/companies/views.ts'
import { changeSettings } from '#features/companies/wire/settings.ts'
import { amend, attach, detach } from '#features/contracts/commands/life.ts'
import { changeSettings as setCompany } from '#features/contracts/commands/policy.ts'
import { createContract as create } from '#features/contracts/commands.ts'
import { contractAbilities } from '#features/contracts/rules.ts'
import { settingsWords } from '#features/contracts/text/settings.ts'
import { contractAbility, contractWords } from '#features/contracts/text.ts'
import { contractDossier } from '#features/contracts/views/dossier.ts'
import { contractPage } from '#features/contracts/views/list.ts'
import { pastBalance } from '#features/contracts/views/past.ts'
import { readContract } from '#features/contracts/views.ts'
import {
  amendContract,
  attachToContract,
  createContract,
  detachFromContract,
  getContract,
  getContractDossier,
} from '#features/contracts/wire/calls.ts'
import { listContracts } from '#features/contracts/wire/list.ts'
import { getPastBalance } from '#features/contracts/wire/past.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { type Route, read, write } from '#server/http/route.ts'

export const contractRoutes: readonly Route[] = [
  write(changeSettings, settingsWords, async (tx, actor, { body }) => {
    const changed = await setCompany(tx, actor, body)
    return isRefusal(changed) ? changed : companyWire(changed, actor)
  }),
  read(listContracts, async (tx, actor, { query }) => ({
    ...(await contractPage(tx, actor, query)),
    can: { create: contractAbility(contractAbilities(actor).create) },
  })),
  read(getContract, (tx, actor, { params }) => readContract(tx, actor, params.contractId)),
  read(getContractDossier, (tx, actor, { params }) => contractDossier(tx, actor, params.contractId)),
  read(getPastBalance, (tx, actor, { params, query }) => pastBalance(tx, actor, params.contractId, query)),
  write(createContract, contractWords, (tx, actor, { body }) => create(tx, actor, body)),
  write(amendContract, contractWords, (tx, actor, { params, body }) =>
    amend(tx, actor, params.contractId, body),
  ),
  write(attachToContract, contractWords, (tx, actor, { params, body }) =>
    attach(tx, actor, { ...params, ...body }),
  ),
  write(detachFromContract, contractWords, (tx, actor, { params }) => detach(tx, actor, params)),
]
