/** Who may call: the security schemes of the API's description, and those that suffice for each kind of route. */
import type { Route } from '#server/http/route.ts'

export const securitySchemes = {
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The access token of a session: `access_token` of `POST /auth/v1/token?grant_type=password`. It lives for some minutes and is renewed with `grant_type=refresh_token`.',
  },
}

/** Names of schemes, of which one suffices; none for a public call. */
export const sufficientSchemes = ({ kind }: Pick<Route, 'kind'>): readonly string[] =>
  kind === 'public' ? [] : ['session']
