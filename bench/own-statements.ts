// The statements of our own views, for a server that adds nothing to them: recorded while the product's view runs once
// for a request.
import type pg from 'pg'
import { approvalRoutes } from '#features/approvals/api.ts'
import { contractRoutes } from '#features/contracts/api.ts'
import { documentRoutes } from '#features/documents/api.ts'
import type { Actor } from '#kernel/actor.ts'
import { makeSecret } from '#server/auth/secret-keys.ts'
import { actorFromClaims } from '#server/auth/session.ts'
import { openTokens, parseBearer } from '#server/auth/tokens.ts'
import { openDb } from '#server/database/db.ts'
import type { Sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import type { Route } from '#server/http/route.ts'
import type { Issuer } from './tokens.ts'

/** Statements sent at once, one step after the answers of the other; `rowCount` of all that they answered. */
export type Recorded = { readonly steps: readonly (readonly Sql[])[]; readonly rowCount: number }

type Request = { readonly authorization: string | undefined; readonly address: string }

const routes = [...documentRoutes, ...approvalRoutes, ...contractRoutes]

/** A recorder of the statements with which our program answers a GET of a signed-in person. */
export function openRecorder({ appUrl, secret, origin }: Issuer) {
  const db = openDb(appUrl, { size: 4 })
  const tokens = openTokens(db, { secret: makeSecret(secret), issuer: `${origin}/auth/v1` })
  return async ({ authorization, address }: Request): Promise<Recorded> => {
    const claims = await tokens.verifyAccessToken(parseBearer(authorization) ?? '')
    if (claims.companyId === null) throw new Error('the bench asks in companies')
    // As our program has learnt of everybody in the data by their second request.
    const learnt = { neverSubstitute: true, withoutGlobalList: true } as const
    const actor: Actor = { ...actorFromClaims(claims, claims.companyId), ...learnt }
    const view = findView(new URL(address, origin))
    return asSystem(db, actor.companyId, async tx => {
      const recorded = recording(tx)
      if ((await view(tx, actor)) === null) throw new Error(`nothing is found at ${address}`)
      return recorded()
    })
  }
}

/** The read that answers the address, with its input. */
function findView(url: URL) {
  for (const route of routes) {
    const found = new RegExp(`^${route.endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(url.pathname)
    if (found && isRead(route)) {
      const { endpoint, answer } = route
      const params = endpoint.params.parse({ ...found.groups })
      const query = endpoint.query.parse(Object.fromEntries(url.searchParams))
      return (tx: TenantTx, actor: Actor) => answer(tx, actor, { params, query, body: {} })
    }
  }
  throw new Error(`no read answers ${url.pathname}`)
}

const isRead = (route: Route) => route.kind === 'read'

/** Keeps whatever the transaction asks from now on. */
function recording(tx: TenantTx): () => Recorded {
  const steps: { readonly asked: Sql[]; isAnswered: boolean }[] = []
  let rowCount = 0
  const all = tx.all.bind(tx)
  tx.all = async <Row extends pg.QueryResultRow>(query: Sql) => {
    const last = steps.at(-1)
    const step = last && !last.isAnswered ? last : { asked: [], isAnswered: false }
    if (step !== last) steps.push(step)
    step.asked.push(query)
    const rows = await all<Row>(query)
    step.isAnswered = true
    rowCount += rows.length
    return rows
  }
  return () => ({ steps: steps.map(({ asked }) => asked), rowCount })
}
