/** The calls that other systems get, in the API's description: one for each event that can be told. */
import type { z } from 'zod'
import type { Json, Schemas } from '#server/openapi/schemas.ts'

export type ToldEvent = {
  /** Name of the event, as its body says it: `order.approved`. */
  readonly event: string
  readonly summary: string
  readonly body: z.ZodType
}

/** Name of the component of an event's body: `OrderApprovedMessage` of `order.approved`. */
export const messageName = (event: string): string =>
  `${event.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Message`

/** Webhooks by event, as OpenAPI 3.1 has them beside the paths. */
export function webhooks(events: readonly ToldEvent[], tag: string, schemas: Schemas): Json {
  return Object.fromEntries(
    events.map(({ event, summary, body }) => [
      event,
      {
        post: {
          operationId: messageName(event),
          tags: [tag],
          summary,
          security: [],
          parameters: Object.keys(webhookHeaders).map(name => ({
            $ref: `#/components/parameters/${name}`,
          })),
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemas.answered(body) } },
          },
          responses: {
            '2XX': { description: 'Taken, within 15 seconds.' },
            default: {
              description:
                'A failure, redirects among them: tried again, eleven times over three days. 410 switches the webhook off.',
            },
          },
        },
      },
    ]),
  )
}

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

/** Headers of every call, as components: those of Standard Webhooks. */
export const webhookHeaders = {
  WebhookId: header(
    'webhook-id',
    'Id of the event: the same in every try, so that it is known again.',
    '019abf2e-9f1c-7a3b-8c1d-5e6f7a8b9c0d',
  ),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'Seconds since 1970 of this try: refuse what is more than five minutes away.',
    '1795669920',
  ),
  WebhookSignature: header(
    'webhook-signature',
    'Signatures, separated by spaces: `v1,` and, in base64, the HMAC-SHA-256 of `<webhook-id>.<webhook-timestamp>.<body>` under the bytes of the secret, which is base64 after `whsec_`. One that is right is enough.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
} as const
