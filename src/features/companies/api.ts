import { changeSettings as change } from '#features/companies/commands.ts'
import { loadCompany } from '#features/companies/store.ts'
import { companyWords } from '#features/companies/text.ts'
import { companyCard } from '#features/companies/views.ts'
import { changeSettings, getCompany, getMeta, type Meta } from '#features/companies/wire.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { open, type Route, read, write } from '#server/http/route.ts'

/** `meta` says what the sign-in page may show before anybody has signed in. */
export const metaRoutes = (meta: () => Meta): readonly Route[] => [open(getMeta, async () => meta())]

export const companyRoutes: readonly Route[] = [
  read(getCompany, async (tx, actor) => companyCard(await loadCompany(tx), actor)),
  write(changeSettings, companyWords, async (tx, actor, { body }) => {
    const changed = await change(tx, actor, body)
    return isRefusal(changed) ? changed : companyCard(changed, actor)
  }),
]
