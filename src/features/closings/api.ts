/** Routes of months that are closed, and of ledger accounts. */
import { sayAccounts } from '#features/closings/commands/ledger-accounts.ts'
import { closingTexts } from '#features/closings/text.ts'
import { ledgerAccounts, providerAccounts } from '#features/closings/views/ledger-accounts.ts'
import { monthEnd, monthPart } from '#features/closings/views/month.ts'
import { withholdings } from '#features/closings/views/withholdings.ts'
import {
  changeLedgerAccounts,
  getLedgerAccounts,
  listProviderAccounts,
} from '#features/closings/wire/ledger-accounts.ts'
import { getWithholdings } from '#features/closings/wire/withholdings.ts'
import { getMonthEnd, listMonthPart } from '#features/closings/wire.ts'
import { type Route, read, write } from '#server/http/route.ts'

export const closingRoutes: readonly Route[] = [
  read({ ...getMonthEnd, takesLong: true }, (tx, actor, { query }) => monthEnd(tx, actor, query)),
  read(listMonthPart, (tx, actor, { query }) => monthPart(tx, actor, query)),
  read({ ...getWithholdings, takesLong: true }, (tx, actor, { query }) => withholdings(tx, actor, query)),
  read(getLedgerAccounts, (tx, actor) => ledgerAccounts(tx, actor)),
  read(listProviderAccounts, (tx, actor, { query }) => providerAccounts(tx, actor, query)),
  write(changeLedgerAccounts, closingTexts, (tx, actor, { body }) => sayAccounts(tx, actor, body)),
]
