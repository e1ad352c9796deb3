/** Spanish words of refusals in the tray of received invoices. */
import { approvalWords } from '#features/approvals/text.ts'
import { companyWords } from '#features/companies/text.ts'
import type { AlarmRefusal } from '#features/invoices/rules/alarms.ts'
import { maxOpenOfProvider, maxUnread, type TrayRefusal } from '#features/invoices/rules/tray.ts'
import { abilityWith, type RefusalWords, refusalTexts } from '#kernel/ability.ts'
import type { Refusal } from '#kernel/refusal.ts'

const trayWords: RefusalWords<TrayRefusal | AlarmRefusal> = {
  forbidden: 'No puedes tramitar facturas recibidas.',
  not_found: 'La factura no existe o no tienes acceso.',
  company_suspended: companyWords,
  file_not_yours: 'El archivo no es tuyo o ya no existe. Vuelve a subirlo.',
  already_received: 'Ese archivo ya está en la bandeja.',
  too_many_unread: `Has enviado ${maxUnread} archivos que aún no se han leído. Espera unos minutos y vuelve a intentarlo.`,
  too_many_open: `Hay ${maxOpenOfProvider} facturas tuyas sin tramitar. Envía más cuando se haya tramitado alguna.`,
  still_waiting: 'La factura se está leyendo. Espera unos segundos.',
  already_settled: 'La factura ya tiene pedido o se ha rechazado.',
  other_issuer: 'El pedido no es de quien emite el abono. Elige uno suyo.',
  reduces_order: 'Es un abono: no se paga. Haz un abono del pedido que reduce.',
  reduces_nothing: 'No es un abono: hazle un pedido.',
  nothing_to_pay: 'La factura dice que ya está pagada: no queda nada que pedir.',
  other_client: 'La factura es de otro cliente. Elige un proyecto suyo.',
  alarm_unexplained: ({ facts }) => `Explica por qué se envía con esta alarma. ${facts?.alarms}`,
  stale_invoice: 'La factura ha cambiado mientras la mirabas. Vuelve a abrirla.',
}

const ownKinds = new Set(Object.keys(trayWords))
const ownTexts = refusalTexts(trayWords)

/** Words of a refusal of the tray, or of the order that it becomes. */
export const trayTexts = (refusal: Refusal): string =>
  ownKinds.has(refusal.refused) ? ownTexts(refusal) : approvalWords(refusal)

export const trayAbility = abilityWith(ownTexts)
