/** Routes of webhooks and of their deliveries. */
import { resendFailed, resendOne, sendTest } from '#features/webhooks/commands/resend.ts'
import { addWebhook, applyMove, changeFields, remove, renewSecret } from '#features/webhooks/commands.ts'
import { webhookSeal } from '#features/webhooks/store.ts'
import { webhookWords } from '#features/webhooks/text.ts'
import { deliveryPage, readDelivery } from '#features/webhooks/views/deliveries.ts'
import { readWebhook, webhookList } from '#features/webhooks/views.ts'
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  resendFailedDeliveries,
  resendWebhookDelivery,
  testWebhook,
} from '#features/webhooks/wire/deliveries.ts'
import {
  changeWebhook,
  createWebhook,
  getWebhook,
  listWebhooks,
  moveWebhook,
  removeWebhook,
  renewWebhookSecret,
  SealedSecretWire,
} from '#features/webhooks/wire.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Seal } from '#server/auth/seal.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import type { Reach } from '#server/http/reach.ts'
import { type Route, read, write, writeEach, writeLink } from '#server/http/route.ts'
import { refusalProblem } from '#server/problems.ts'

const unreadable = refuse('secret_unreadable')

/**
 * Shows a secret that was made: it is opened for the answer, and stored nowhere but sealed.
 * @throws ProblemError `secret_unreadable` where the program's secret has changed since the request was answered first.
 */
const shown =
  (seal: Seal) =>
  ({ id, sealed }: SealedSecretWire) => {
    const secret = seal.unseal(sealed)
    if (secret === null) throw refusalProblem(unreadable.refused, webhookWords(unreadable), unreadable.facts)
    return { id, secret }
  }

export function webhookRoutes({ secret, reach }: { secret: Secret; reach: Reach }): readonly Route[] {
  const seal = webhookSeal(secret)
  const present = shown(seal)
  return [
    read(listWebhooks, (tx, actor) => webhookList(tx, actor)),
    read(getWebhook, (tx, actor, { params }) => readWebhook(tx, actor, params.webhookId)),
    writeLink(createWebhook, webhookWords, {
      made: SealedSecretWire,
      command: (tx, actor, { body }) => addWebhook(tx, actor, body, { seal, reach }),
      present,
    }),
    write(changeWebhook, webhookWords, (tx, actor, { params, body }) =>
      changeFields(tx, actor, params.webhookId, body, reach),
    ),
    write(moveWebhook, webhookWords, (tx, actor, { params, body }) =>
      applyMove(tx, actor, params.webhookId, body),
    ),
    write(removeWebhook, webhookWords, (tx, actor, { params }) => remove(tx, actor, params.webhookId)),
    writeLink(renewWebhookSecret, webhookWords, {
      made: SealedSecretWire,
      command: (tx, actor, { params }) => renewSecret(tx, actor, params.webhookId, seal),
      present,
    }),
    ...deliveryRoutes,
  ]
}

const deliveryRoutes: readonly Route[] = [
  read(listWebhookDeliveries, (tx, actor, { params, query }) =>
    deliveryPage(tx, actor, params.webhookId, query),
  ),
  read(getWebhookDelivery, (tx, actor, { params }) => readDelivery(tx, actor, params)),
  write(testWebhook, webhookWords, (tx, actor, { params }) => sendTest(tx, actor, params.webhookId)),
  write(resendWebhookDelivery, webhookWords, (tx, actor, { params }) =>
    resendOne(tx, actor, params.webhookId, params.deliveryId),
  ),
  writeEach(resendFailedDeliveries, webhookWords, (each, { params, body }) =>
    resendFailed(each, params.webhookId, body.since),
  ),
]
