/** Facts of API tokens. Nobody but the journal hears of them; the mail to whoever made one is written with it. */
import type { TokenPolicy } from '#features/tokens/rules/policy.ts'
import { content, defineFacts } from '#kernel/fact.ts'
import type { TokenKind, TokenScope } from '#kernel/token-scope.ts'

export const tokenFact = defineFacts({
  'token.created': {
    object: 'api_token',
    sentence: 'Clave de API creada',
    content: content<{
      after: {
        name: string
        kind: TokenKind
        userId: string
        scopes: readonly TokenScope[]
        expiresAt: string
      }
    }>(),
  },
  'company.token_policy_changed': {
    object: 'company',
    sentence: 'Regla de las claves de API modificada',
    content: content<{ before: TokenPolicy; after: TokenPolicy }>(),
  },
  'token.revoked': {
    object: 'api_token',
    sentence: 'Clave de API anulada',
    content: content<{ before: { name: string; userId: string } }>(),
  },
})
