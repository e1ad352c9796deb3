// Bodies of the calls that make and change a webhook, for the suites that make every call.
const webhook = { url: 'https://sistema.example/webhook', events: ['order.approved'] }

export const webhookSamples = { createWebhook: webhook, changeWebhook: webhook }
