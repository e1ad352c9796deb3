import { add } from '#features/approvals/commands/add-approver.ts'
import { approveEach, declineEach } from '#features/approvals/commands/bulk.ts'
import { changeStatus } from '#features/approvals/commands/contract-status.ts'
import { changeTerms } from '#features/approvals/commands/contract-terms.ts'
import { credit } from '#features/approvals/commands/credit.ts'
import { decideSeat } from '#features/approvals/commands/decide.ts'
import { decideWithLink } from '#features/approvals/commands/decision-link.ts'
import { forceOrder } from '#features/approvals/commands/force.ts'
import { reassign } from '#features/approvals/commands/reassign.ts'
import { undoOwn } from '#features/approvals/commands/undo.ts'
import { cancel, withdraw } from '#features/approvals/commands/withdraw.ts'
import { addingWords } from '#features/approvals/text/added.ts'
import { linkWords } from '#features/approvals/text/decision-link.ts'
import { forcingWords } from '#features/approvals/text/forced.ts'
import { approvalWords, reassignWords } from '#features/approvals/text.ts'
import { approverCandidates } from '#features/approvals/views/approver-candidates.ts'
import { changes } from '#features/approvals/views/changes.ts'
import { openedLink } from '#features/approvals/views/decision-link.ts'
import { readDocument } from '#features/approvals/views/document.ts'
import { eligibleReplacements } from '#features/approvals/views/eligible-replacements.ts'
import { readInbox } from '#features/approvals/views/inbox.ts'
import { readMissingRate } from '#features/approvals/views/missing-rate.ts'
import { preview } from '#features/approvals/views/route.ts'
import { addApprover, listApproverCandidates } from '#features/approvals/wire/added.ts'
import { approveTogether } from '#features/approvals/wire/bulk.ts'
import { listChanges } from '#features/approvals/wire/changes.ts'
import { submitCreditNote } from '#features/approvals/wire/credit-notes.ts'
import { decideByLink, openDecisionLink } from '#features/approvals/wire/decision-link.ts'
import { declineTogether } from '#features/approvals/wire/declining.ts'
import { forceDecision } from '#features/approvals/wire/forced.ts'
import { getMissingRate } from '#features/approvals/wire/missing-rate.ts'
import { listEligibleReplacements, reassignSeat } from '#features/approvals/wire/reassignment.ts'
import { previewRoute } from '#features/approvals/wire/route.ts'
import {
  approvalInbox,
  cancelDocument,
  decideDocument,
  getDocument,
  undoApproval,
  withdrawDocument,
} from '#features/approvals/wire.ts'
import { paces } from '#features/companies/rules/paces.ts'
import { contractWords } from '#features/contracts/text.ts'
import { changeContract, changeContractStatus } from '#features/contracts/wire/calls.ts'
import { type Route, read, write, writeEach } from '#server/http/route.ts'

export const approvalRoutes: readonly Route[] = [
  read(approvalInbox, (tx, actor, { query }) => readInbox(tx, actor, query)),
  read(listChanges, (tx, actor, { params }) => changes(tx, actor, params)),
  read(getDocument, (tx, actor, { params }) => readDocument(tx, actor, params)),
  read(getMissingRate, (tx, actor, { params }) => readMissingRate(tx, actor, params)),
  write({ ...submitCreditNote, pace: paces.orders }, approvalWords, (tx, actor, { params, body }) =>
    credit(tx, actor, params.documentId, body),
  ),
  write(decideDocument, approvalWords, (tx, actor, { params, body }) =>
    decideSeat(tx, actor, params.documentId, body),
  ),
  read({ ...openDecisionLink, pace: paces.openedLinks }, (tx, actor, { body }) =>
    openedLink(tx, actor, body.link),
  ),
  write({ ...decideByLink, pace: paces.linkDecisions }, linkWords, (tx, actor, { body }) =>
    decideWithLink(tx, actor, body),
  ),
  writeEach(approveTogether, approvalWords, (each, { body }) => approveEach(each, body.items)),
  writeEach(declineTogether, approvalWords, (each, { body }) => declineEach(each, body)),
  write(undoApproval, approvalWords, (tx, actor, { params, body }) =>
    undoOwn(tx, actor, params.documentId, body.revision),
  ),
  read(listEligibleReplacements, (tx, actor, { params }) => eligibleReplacements(tx, actor, params)),
  write(reassignSeat, reassignWords, (tx, actor, { params, body }) => reassign(tx, actor, params, body)),
  read(listApproverCandidates, (tx, actor, { params }) => approverCandidates(tx, actor, params.documentId)),
  write(addApprover, addingWords, (tx, actor, { params, body }) => add(tx, actor, params.documentId, body)),
  write(forceDecision, forcingWords, (tx, actor, { params, body }) =>
    forceOrder(tx, actor, params.documentId, body),
  ),
  write(withdrawDocument, approvalWords, (tx, actor, { params, body }) =>
    withdraw(tx, actor, params.documentId, body),
  ),
  write(cancelDocument, approvalWords, (tx, actor, { params, body }) =>
    cancel(tx, actor, params.documentId, body),
  ),
  write(changeContract, contractWords, (tx, actor, { params, body }) =>
    changeTerms(tx, actor, params.contractId, body),
  ),
  write(changeContractStatus, contractWords, (tx, actor, { params, body }) =>
    changeStatus(tx, actor, params.contractId, body),
  ),
  read(previewRoute, (tx, actor, { params, query }) => preview(tx, actor, { ...params, ...query })),
]
