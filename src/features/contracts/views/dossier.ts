/** Dossier of one contract. */

import { existingContractAbilities } from '#features/contracts/rules.ts'
import { contractVisibleTo, ownTolerance, wasCharged } from '#features/contracts/scope.ts'
import { contractAbility } from '#features/contracts/text.ts'
import { readHistory } from '#features/contracts/views/history.ts'
import type { ContractDossierWire } from '#features/contracts/wire/calls.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Row = Pick<ContractDossierWire, 'revision' | 'overrunPolicy' | 'tolerance' | 'isCharged'> & {
  status: 'active' | 'completed' | 'inactive'
}

/**
 * Dossier of a contract: its files, its history and its abilities. The files are for everybody who sees the
 * contract; its own overrun policy, and the history with authors and reasons, are for whoever reads the whole company.
 */
export async function contractDossier(
  tx: TenantTx,
  actor: Actor,
  contractId: string,
): Promise<ContractDossierWire | null> {
  const seesTerms = readsWholeCompany(actor.role)
  const [contract, attachments, history] = await Promise.all([
    tx.one<Row>(sql`
      select c.revision, c.status, c.overrun_policy as "overrunPolicy", ${ownTolerance} as tolerance,
        ${wasCharged} as "isCharged"
      from contract c
      where c.company_id = ${tx.companyId} and c.id = ${contractId} and ${contractVisibleTo(actor)}`),
    tx.all<ContractDossierWire['attachments'][number]>(sql`
      select f.id as "fileId", f.name, f.media_type as "mediaType", f.size, a.added_at as "addedAt"
      from contract_attachment a join file f on f.company_id = a.company_id and f.id = a.file_id
      where a.company_id = ${tx.companyId} and a.contract_id = ${contractId} order by a.added_at, f.id`),
    seesTerms ? readHistory(tx, 'contract', contractId) : [],
  ])
  // The files and the history were read for whoever asked: nobody gets them who does not see the contract.
  if (!contract) return null
  const may = existingContractAbilities(actor, contract)
  return {
    revision: contract.revision,
    overrunPolicy: seesTerms ? contract.overrunPolicy : null,
    tolerance: seesTerms ? contract.tolerance : null,
    isCharged: contract.isCharged,
    attachments,
    history,
    can: {
      change: contractAbility(may.change),
      complete: contractAbility(may.complete),
      deactivate: contractAbility(may.deactivate),
      reactivate: contractAbility(may.reactivate),
    },
  }
}
