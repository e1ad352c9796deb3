import { choosePolicy } from '#features/identity/commands/factor-policy.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import { factorPolicyWords } from '#features/identity/text/factor-policy.ts'
import { readFactorPolicy } from '#features/identity/views/factor-policy.ts'
import { chooseFactorPolicy, getFactorPolicy } from '#features/identity/wire/factor-policy.ts'
import { type Route, read, write } from '#server/http/route.ts'

/** Routes of the company's second-factor policy, for its administrators. */
export const factorPolicyRoutes = (identity: Pick<Identity, 'isStrict'>): readonly Route[] => [
  read(getFactorPolicy, (tx, actor) => readFactorPolicy(tx, actor, identity)),
  write(chooseFactorPolicy, factorPolicyWords, async (tx, actor, { body }) => {
    const chosen = await choosePolicy(tx, actor, identity, body)
    return chosen === true ? readFactorPolicy(tx, actor, identity) : chosen
  }),
]
