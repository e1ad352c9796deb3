import type { BatchRefusal, BatchState } from '#features/executions/rules/batch.ts'
import type { Format } from '#features/executions/rules/credit-transfer.ts'
import { dayText, refusalWords } from '#features/executions/text.ts'
import { abilityWith, type RefusalWords, refusalTexts } from '#kernel/ability.ts'
import type { Refusal } from '#kernel/refusal.ts'

export const batchStateLabel: { readonly [state in BatchState]: string } = {
  open: 'Pendiente',
  settled: 'Confirmada',
  cancelled: 'Anulada',
}

export const formatLabel: { readonly [format in Format]: string } = {
  'pain.001.001.09': 'pain.001.001.09 (actual)',
  'pain.001.001.03': 'pain.001.001.03 (anterior)',
}

/** Ways out for a batch that nobody but its maker could release. */
export const noReleaser =
  'Hoy nadie más puede liberarla. La administración da el permiso de ejecutar en todos sus proyectos a otra persona, o sube en Configuración el monto desde el que se pide; entonces anula esta remesa y haz otra.'

const words: RefusalWords<BatchRefusal> = {
  ...refusalWords,
  forbidden: 'Solo quien ejecuta en todos los proyectos de la remesa puede hacerlo.',
  not_found: 'La remesa o alguno de sus pedidos no existe, o no tienes acceso.',
  in_payment_batch: ({ facts }) => `El pedido ya está en la remesa ${facts?.batch}.`,
  provider_off: 'el proveedor está dado de baja: indica el motivo por el que se paga.',
  sample_company: 'Es una empresa de ejemplo: de aquí no sale ningún archivo para el banco.',
  not_a_payment: 'Solo los pedidos de pago van en una remesa, y los abonos no.',
  not_euros: ({ facts }) => `Una remesa SEPA paga en euros, y el pedido está en ${facts?.currency}.`,
  no_account: 'El pedido se aprobó sin la cuenta del proveedor: págalo y confírmalo por separado.',
  account_not_sepa: 'La cuenta del proveedor está fuera de la zona SEPA.',
  amount_too_large: 'El monto supera lo que admite una transferencia SEPA.',
  no_company_account: 'Falta la cuenta de pago de la empresa. La administración la indica en Configuración.',
  pay_on_past: 'La fecha de pago no puede ser anterior a hoy.',
  pay_on_closed:
    'Ese día los bancos no liquidan: elige un día hábil (ni sábado, ni domingo, ni festivo TARGET).',
  pay_on_too_far: ({ facts }) => `La fecha de pago no puede pasar de ${facts?.days} días.`,
  batch_cancelled: 'La remesa está anulada.',
  batch_begun: 'El banco ya ha empezado a pagarla: no se puede anular.',
  batch_settled: 'En la remesa no queda nada pendiente.',
  own_download:
    'Has descargado su archivo: la anula otra persona que ejecute en sus proyectos, o la administración.',
  second_hand_missing:
    'Has descargado su archivo y hoy nadie más puede anularla. La administración nombra a otra persona que ejecute en todos sus proyectos, o pide a la plataforma otra persona administradora.',
  pay_day_passed: ({ facts }) =>
    `Su fecha de pago (${dayText(facts?.payOn)}) ya ha pasado: anula la remesa y haz otra.`,
  name_not_latin: ({ facts }) =>
    `El nombre del proveedor («${facts?.name}») tiene letras que los bancos no admiten. Escríbelo con letras latinas en un pedido nuevo, o págalo y confírmalo por separado.`,
  company_name_not_latin:
    'El nombre de la empresa tiene letras que los bancos no admiten: escríbelo con letras latinas en Configuración.',
  bic_required:
    'La cuenta está fuera del Espacio Económico Europeo y el pedido se aprobó sin el BIC de su banco: págalo y confírmalo por separado.',
  not_released: 'Espera a que otra persona la libere: hasta entonces su archivo no se descarga.',
  release_not_needed: 'Esta remesa no necesita que nadie la libere.',
  already_released: 'La remesa ya está liberada.',
  own_batch: ({ facts }) =>
    `La has hecho tú: la libera otra persona que ejecute en todos sus proyectos (${facts?.people}).`,
  no_releaser: noReleaser,
  several_principals: 'Ejecutas estos pedidos en nombre de personas distintas: haz una remesa por cada una.',
  wrote_in_batch: 'En la remesa hay un pedido que pediste o corregiste tú: la libera otra persona.',
  decided_in_batch: 'En la remesa hay un pedido sobre el que decidiste tú: la libera otra persona.',
  stale_data: 'Ha cambiado algo de lo que se revisa: míralo y vuelve a liberarla.',
  bank_cool_off: ({ facts }) =>
    `La cuenta del proveedor ha cambiado hace poco: sus pagos no entran en remesas hasta el ${dayText(facts?.until)}. Comprueba con él que es suya; lo que no pueda esperar se paga y se confirma por separado.`,
  not_a_credit_note: 'No es un abono de un pedido de pago.',
  credit_note_twice: 'El abono está elegido dos veces.',
  credit_note_alone: 'El abono no tiene en la remesa un pago en el que compensarse.',
  other_payee: 'Un abono se compensa en un pago del mismo proveedor y del mismo cliente.',
  nothing_to_transfer: 'Sus abonos no dejan nada que transferir: el monto neto tiene que ser mayor que cero.',
  credits_unpaid:
    'De su pedido no se ha pagado lo que devuelven sus abonos: compénsalos en un pago de ese mismo pedido que los cubra, o espera a que esté pagado.',
  not_downloaded: 'Descarga antes el archivo: sin él, el banco no ha podido pagar nada.',
}

const wordFor = refusalTexts(words)

/** Spanish sentence for a refusal; names the order when it is about one among many. */
export const batchWords = (refusal: Refusal): string =>
  typeof refusal.facts?.order === 'string' ? `${refusal.facts.order}: ${wordFor(refusal)}` : wordFor(refusal)

export const batchAbility = abilityWith(batchWords)
