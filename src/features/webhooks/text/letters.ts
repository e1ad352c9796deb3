/** Letter to the administrators about a webhook that was switched off. */
import type { SwitchOffReason } from '#features/webhooks/rules.ts'
import { switchOffText } from '#features/webhooks/text.ts'
import type { Letter } from '#kernel/letter.ts'

type SwitchedOff = {
  readonly reason: SwitchOffReason
  readonly description: string
  /** Origin of the address. */
  readonly url: string
  readonly companyName: string
  /** Last answer of the receiver, or why there was none. */
  readonly last: string
}

export const switchedOffLetter = (
  { email, name }: { readonly email: string; readonly name: string },
  { reason, description, url, companyName, last }: SwitchedOff,
  page: string,
): Letter => ({
  to: email,
  kind: 'webhook',
  subject: 'Un webhook se ha desconectado',
  greeting: `Hola, ${name}:`,
  paragraphs: [
    switchOffText[reason],
    'Desde ahora el otro sistema no se entera de lo que pasa en la empresa, hasta que lo reanudes.',
  ],
  facts: [
    { label: 'Empresa', value: companyName },
    { label: 'Webhook', value: description },
    { label: 'Dirección', value: url },
    { label: 'Lo último', value: last },
  ],
  action: { label: 'Ver el webhook', url: page },
  after: ['Los envíos que no llegaron se pueden repetir durante 30 días.'],
})
