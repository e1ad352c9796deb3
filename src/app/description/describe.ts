/** The description of the whole API: of every slice's routes, and of what is answered beside them. */
import type { z } from 'zod'
import { examples } from '#app/description/examples.ts'
import { wordsOfField } from '#app/description/field-words.ts'
import { introduction } from '#app/description/introduction.ts'
import { otherCalls, otherSchemas } from '#app/description/other-calls.ts'
import { bySessionOr, securitySchemes } from '#app/description/security.ts'
import { signInCalls } from '#app/description/sign-in-calls.ts'
import { signInSchemas } from '#app/description/sign-in-schemas.ts'
import { otherTags, sliceTags } from '#app/description/tags.ts'
import { readWires } from '#app/description/wires.ts'
import type { SliceName } from '#app/slice-routes.ts'
import { routeScopes } from '#app/token-scopes.ts'
import { deliveredLabel } from '#features/webhooks/text/events.ts'
import { messageWires } from '#features/webhooks/wire/messages.ts'
import type { Route } from '#server/http/route.ts'
import { openApiDocument } from '#server/openapi/document.ts'
import type { ProblemKind } from '#server/openapi/problem-kinds.ts'
import type { Json, Named } from '#server/openapi/schemas.ts'

export type Slices = { readonly [slice in SliceName]: readonly Route[] }

type Api = {
  readonly product: string
  readonly slices: Slices
  readonly problems: ReadonlyMap<string, ProblemKind>
}

export async function describeApi({ product, slices, problems }: Api): Promise<Json> {
  const { named, comments } = await readWires()
  const scopes = routeScopes(slices)
  const sufficientFor = ({ kind, endpoint }: Route) =>
    kind === 'public' ? [] : bySessionOr(scopes.get(endpoint.id) ?? null)
  const ofSlices = Object.entries(sliceTags).flatMap(([slice, { name }]) =>
    sliceRoutes(slices, slice).map(route => ({ tag: name, route, security: sufficientFor(route) })),
  )
  return openApiDocument({
    info: {
      title: product,
      version: '1',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: [otherTags.signIn, ...Object.values(sliceTags), otherTags.profiles, otherTags.system],
    routes: ofSlices,
    others: [...signInCalls, ...otherCalls],
    told: { tag: sliceTags.webhooks.name, events: toldEvents },
    problems,
    securitySchemes,
    examples,
    wires: { named: new Map([...named, ...shapes]), comments, wordsOf: wordsOfField },
  })
}

const toldEvents = [...messageWires].map(([event, body]) => ({ event, summary: deliveredLabel(event), body }))

const shapes = [...signInSchemas, ...otherSchemas].map(([schema, id, description]): [z.ZodType, Named] => [
  schema,
  { id, description },
])

const sliceRoutes = (slices: Slices, slice: string): readonly Route[] =>
  Object.entries(slices).find(([name]) => name === slice)?.[1] ?? []
