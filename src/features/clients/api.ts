/** Routes of clients, for administrators and, to read their own, for people of a client. */
import { changeClient as change, createClient as create, type Invite } from '#features/clients/commands.ts'
import { mayCreateClient, visibleClients } from '#features/clients/rules.ts'
import { clientAbility, clientWords } from '#features/clients/text.ts'
import { clientPage } from '#features/clients/views/list.ts'
import { readClient } from '#features/clients/views.ts'
import { listClients } from '#features/clients/wire/list.ts'
import { changeClient, createClient, getClient } from '#features/clients/wire.ts'
import { type Route, read, write } from '#server/http/route.ts'
import { commonProblem } from '#server/problems.ts'

export const clientRoutes = (invite: Invite): readonly Route[] => [
  read(listClients, async (tx, actor, { query }) => {
    if (visibleClients(actor).kind === 'nothing') throw commonProblem('forbidden')
    return {
      ...(await clientPage(tx, actor, query)),
      can: { create: clientAbility(mayCreateClient(actor)) },
    }
  }),
  read(getClient, (tx, actor, { params }) => readClient(tx, actor, params.clientId)),
  write(createClient, clientWords, (tx, actor, { body }) => create(tx, actor, body, invite)),
  write(changeClient, clientWords, (tx, actor, { params, body }) => change(tx, actor, params.clientId, body)),
]
