/** Facts of API tokens. Nobody but the journal hears of them; the mail to whoever made one is written with it. */
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
  'token.revoked': {
    object: 'api_token',
    sentence: 'Clave de API anulada',
    content: content<{ before: { name: string; userId: string } }>(),
  },
})
