/** Routes of the company of the session, and of what anybody may know of the installation. */
import { loadCompany } from '#features/companies/store.ts'
import { companyWire } from '#features/companies/views.ts'
import { getCompany, getMeta, type Meta } from '#features/companies/wire.ts'
import { open, type Route, read } from '#server/http/route.ts'

/** Public route of `meta`: the data that the sign-in page shows before anybody has signed in. */
export const metaRoutes = (meta: () => Meta): readonly Route[] => [open(getMeta, async () => meta())]

export const companyRoutes: readonly Route[] = [
  read(getCompany, async (tx, actor) => companyWire(await loadCompany(tx), actor)),
]
