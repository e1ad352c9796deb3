/** Words of the dialog in which somebody confirms who they are. */
import { formatMoney, type Money, moneyFromText } from '#kernel/money.ts'
import type { Facts } from '#kernel/refusal.ts'
import { counted } from '#kernel/text.ts'
import { CurrencyWire } from '#kernel/wire.ts'

/** Sentence of the step that the person is about to take: 'Vas a aprobar el pedido PED-001, de 12.000 €.' */
export function movingText(facts: Facts): string {
  const { what, id, count } = facts
  if (typeof count === 'number') return bulkText(what, count, facts.totals)
  const amount = amountFrom(facts.amountMinor, facts.currency)
  const so = amount ? `, de ${formatMoney(amount)}` : ''
  if (what === 'approval') return `Vas a aprobar el pedido ${id}${so}.`
  if (what === 'payment') return `Vas a confirmar el pago del pedido ${id}${so}.`
  if (what === 'release') return `Vas a liberar la remesa ${id}${so}.`
  if (what === 'download') return `Vas a descargar la remesa ${id}${so}.`
  if (typeof facts.currency === 'string')
    return `Vas a añadir un tipo de cambio de ${facts.currency} con el que algunos pedidos pueden quedar por debajo del monto.`
  return 'Vas a dejar de pedir la confirmación de identidad, o a pedirla solo a partir de un monto mayor.'
}

/** Sentence of several at once: 'Vas a aprobar 3 pedidos, por 12.000 € y 300 US$ en total.' */
function bulkText(what: Facts[string] | undefined, count: number, totals: Facts[string] | undefined): string {
  const amounts = String(totals ?? '')
    .split(', ')
    .flatMap(total => {
      const [minor, currency] = total.split(' ')
      const amount = amountFrom(minor, currency)
      return amount ? formatMoney(amount) : []
    })
  const moved =
    what === 'approval' ? `aprobar ${counted(count, 'pedido')}` : `confirmar ${counted(count, 'pago')}`
  const sum = amounts.length === 0 ? '' : `, por ${new Intl.ListFormat('es').format(amounts)} en total`
  return `Vas a ${moved}${sum}.`
}

/** Why a confirmation is asked, and for how long it holds. */
export function whyText(facts: Facts): string {
  const from = amountFrom(facts.fromMinor, facts.fromCurrency)
  const why = from ? `Tu empresa pide confirmar quién eres a partir de ${formatMoney(from)}. ` : ''
  return `${why}Vale durante cinco minutos en este dispositivo.`
}

function amountFrom(minor: unknown, currency: unknown): Money | null {
  const known = CurrencyWire.safeParse(currency)
  return typeof minor === 'string' && known.success ? moneyFromText(minor, known.data) : null
}

/** Advice to somebody whose account has nothing to confirm with. */
export function noWayText(facts: Facts): string {
  if (facts.hasNewPassword === true)
    return 'Tu contraseña se eligió con un enlace de un correo, o sin escribir la anterior: por seguridad, sirve para confirmar un día después.'
  return facts.isOfCompany === true
    ? 'Has entrado con el acceso de tu empresa, que no sirve para confirmar, y tu cuenta no tiene aquí nada más. Añade en tu perfil una aplicación de códigos: sirve para confirmar un día después.'
    : 'Tu cuenta no tiene con qué confirmar. Añade en tu perfil una llave de acceso o una aplicación de códigos: sirve para confirmar un día después.'
}
