import { confirmEach } from '#features/executions/commands/bulk.ts'
import { deliver } from '#features/executions/commands/deliver.ts'
import { dispute, receive, resolve } from '#features/executions/commands/receipts.ts'
import { reject, retry } from '#features/executions/commands/reject.ts'
import { returnPaid } from '#features/executions/commands/return-payment.ts'
import { confirm } from '#features/executions/commands.ts'
import { receiptWords } from '#features/executions/text/receipt.ts'
import { executionWords } from '#features/executions/text/refusals.ts'
import { readDesk } from '#features/executions/views/desk.ts'
import { statement } from '#features/executions/views/statement.ts'
import { executionStatus, queue } from '#features/executions/views.ts'
import { confirmTogether } from '#features/executions/wire/bulk.ts'
import { getDesk } from '#features/executions/wire/desk.ts'
import { confirmReceipt, disputeReceipt, resolveDispute } from '#features/executions/wire/receipt.ts'
import { returnPayment } from '#features/executions/wire/return-payment.ts'
import {
  confirmExecution,
  deliverFiles,
  executionQueue,
  getExecution,
  ordersStatement,
  rejectExecution,
  retryExecution,
} from '#features/executions/wire.ts'
import { type Route, read, write, writeEach } from '#server/http/route.ts'

export const executionRoutes: readonly Route[] = [
  read(executionQueue, (tx, actor) => queue(tx, actor)),
  read(getDesk, (tx, actor) => readDesk(tx, actor)),
  read(ordersStatement, (tx, actor) => statement(tx, actor)),
  read(getExecution, (tx, actor, { params }) => executionStatus(tx, actor, params.documentId)),
  write(confirmExecution, executionWords, (tx, actor, { params, body }) =>
    confirm(tx, actor, params.documentId, { ...body, way: 'by_hand' }),
  ),
  writeEach(confirmTogether, executionWords, (each, { body }) => confirmEach(each, body)),
  write(rejectExecution, executionWords, (tx, actor, { params, body }) =>
    reject(tx, actor, params.documentId, body),
  ),
  write(retryExecution, executionWords, (tx, actor, { params, body }) =>
    retry(tx, actor, params.documentId, body),
  ),
  write(returnPayment, executionWords, (tx, actor, { params, body }) =>
    returnPaid(tx, actor, params.documentId, body),
  ),
  write(deliverFiles, executionWords, (tx, actor, { params, body }) =>
    deliver(tx, actor, params.documentId, body),
  ),
  write(confirmReceipt, receiptWords, (tx, actor, { params, body }) =>
    receive(tx, actor, params.documentId, body),
  ),
  write(disputeReceipt, receiptWords, (tx, actor, { params, body: { reason, ...body } }) =>
    dispute(tx, actor, params.documentId, { ...body, comment: reason }),
  ),
  write(resolveDispute, receiptWords, (tx, actor, { params, body }) =>
    resolve(tx, actor, params.documentId, body),
  ),
]
