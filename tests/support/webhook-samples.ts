// Bodies and queries of the calls of webhooks, for the suites that make every call.
const webhook = { url: 'https://sistema.example/webhook', events: ['order.approved'] }

export const webhookSamples = {
  createWebhook: webhook,
  changeWebhook: webhook,
  listWebhookDeliveries: { after: '01900000-0000-7000-8000-000000000000' },
  resendFailedDeliveries: { since: '2026-01-01T00:00:00.000Z' },
}
