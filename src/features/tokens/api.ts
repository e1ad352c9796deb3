/** Routes of API tokens; none of them may be called with one. */
import { choosePolicy } from '#features/tokens/commands/policy.ts'
import { makeOfService, makePersonal, revoke, type TokenParts } from '#features/tokens/commands.ts'
import { tokenWords } from '#features/tokens/text.ts'
import { companyTokens, ownTokens } from '#features/tokens/views.ts'
import { chooseTokenPolicy } from '#features/tokens/wire/policy.ts'
import {
  listCompanyTokens,
  listOwnTokens,
  makeOwnToken,
  makeServiceToken,
  revokeToken,
} from '#features/tokens/wire.ts'
import { type Route, read, write } from '#server/http/route.ts'

export const tokenRoutes = (parts: TokenParts): readonly Route[] => [
  read(listOwnTokens, ownTokens),
  // Their text is shown once: it is waited for.
  write({ ...makeOwnToken, takesLong: true }, tokenWords, (tx, actor, { body }) =>
    makePersonal(parts, tx, actor, body),
  ),
  write(revokeToken, tokenWords, (tx, actor, { params }) => revoke(tx, actor, params.tokenId.toLowerCase())),
  read(listCompanyTokens, companyTokens),
  write({ ...makeServiceToken, takesLong: true }, tokenWords, (tx, actor, { body }) =>
    makeOfService(parts, tx, actor, body),
  ),
  write(chooseTokenPolicy, tokenWords, (tx, actor, { body }) => choosePolicy(tx, actor, body)),
]
