/** Routes of providers and of the changes of their bank data. */
import { mergeProviders as merge } from '#features/providers/commands/merge.ts'
import { recordPayeeCheck as check } from '#features/providers/commands/payee-check.ts'
import {
  assignProviders as assign,
  changeProvider as change,
  createProvider as create,
  decideBank,
} from '#features/providers/commands.ts'
import { mayCreateProvider, visibleProviders } from '#features/providers/rules.ts'
import { providerAbility, providerWords } from '#features/providers/text.ts'
import { providerPage } from '#features/providers/views/list.ts'
import { mergePreview } from '#features/providers/views/merging.ts'
import { readProvider } from '#features/providers/views.ts'
import { listProviders } from '#features/providers/wire/list.ts'
import { mergeProviders, previewMerge } from '#features/providers/wire/merging.ts'
import { recordPayeeCheck } from '#features/providers/wire/record-payee-check.ts'
import {
  assignProviders,
  changeProvider,
  createProvider,
  decideBankChange,
  getProvider,
} from '#features/providers/wire.ts'
import { type Route, read, write } from '#server/http/route.ts'
import { commonProblem } from '#server/problems.ts'

export const providerRoutes: readonly Route[] = [
  read(listProviders, async (tx, actor, { query }) => {
    if (visibleProviders(actor).kind === 'nothing') throw commonProblem('forbidden')
    return {
      ...(await providerPage(tx, actor, query)),
      can: { create: providerAbility(mayCreateProvider(actor)) },
    }
  }),
  read(getProvider, (tx, actor, { params }) => readProvider(tx, actor, params.providerId)),
  write(createProvider, providerWords, (tx, actor, { body }) => create(tx, actor, body)),
  write(changeProvider, providerWords, (tx, actor, { params, body }) =>
    change(tx, actor, params.providerId, body),
  ),
  write(decideBankChange, providerWords, (tx, actor, { params, body }) =>
    decideBank(tx, actor, params, body.decision),
  ),
  write(recordPayeeCheck, providerWords, (tx, actor, { params, body }) =>
    check(tx, actor, params.providerId, body),
  ),
  read(previewMerge, (tx, actor, { params }) => mergePreview(tx, actor, params)),
  write(mergeProviders, providerWords, (tx, actor, { params, body }) => merge(tx, actor, params, body)),
  write(assignProviders, providerWords, (tx, actor, { params, body }) =>
    assign(tx, actor, params.clientId, body.providerIds),
  ),
]
