/** Spanish words of the values of facts: amounts, days, stages, and what is one of few. */
import { deputyLineText, stageLineText } from '#features/approvals/text/stage-lines.ts'
import { factName } from '#features/audit/text/fact-names.ts'
import { chargeBasisLabel, overrunPolicyLabel } from '#features/companies/text.ts'
import { importKindLabel } from '#features/imports/text.ts'
import { roleLabel } from '#kernel/actor.ts'
import { dayFrom, formatDay } from '#kernel/day.ts'
import { formatMoney, isCurrency, moneyFromText } from '#kernel/money.ts'

const absent = '-'

/** The value of a field as people read it; a dash where there is none. */
export function factText(field: string, value: unknown, beside: unknown = {}): string {
  if (value === undefined || value === null || value === '') return absent
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (Array.isArray(value)) return listText(field, value)
  if (typeof value === 'object') return objectText(value)
  const text = String(value)
  const lineText = lineTexts.get(field)
  if (lineText) return lineText(text)
  return minorText(field, text, beside) ?? wordsByField.get(field)?.get(text) ?? plainText(text)
}

/** Fields whose values are lines that are read as sentences. */
const lineTexts = new Map([
  ['stages', stageLineText],
  ['deputies', deputyLineText],
])

function listText(field: string, values: readonly unknown[]): string {
  const told = values.map(each => factText(field, each))
  return told.join(lineTexts.has(field) ? '; ' : ', ') || absent
}

function objectText(value: object): string {
  const { minor, currency, ...others }: Record<string, unknown> = { ...value }
  if (typeof minor === 'string' && Object.keys(others).length === 0) {
    const amount = amountText(minor, currency)
    if (amount !== null) return amount
  }
  return Object.entries(value)
    .map(([name, inner]) => `${factName(name)}: ${factText(name, inner, value)}`)
    .join(' · ')
}

/** Digits of minor units with a currency beside them; of a batch's, which has none, they are of euros. */
function minorText(field: string, text: string, beside: unknown): string | null {
  if (!field.endsWith('Minor')) return null
  const { currency = 'EUR' }: { currency?: unknown } = { ...Object(beside) }
  return amountText(text, currency)
}

const amountText = (minor: string, currency: unknown): string | null =>
  /^-?\d+$/.test(minor) && typeof currency === 'string' && isCurrency(currency)
    ? formatMoney(moneyFromText(minor, currency), true)
    : null

const plainText = (text: string): string => words.get(text) ?? (dayFrom(text) ? formatDay(text) : text)

/** Words of a field whose values mean something else in another one. */
const wordsByField = new Map<string, ReadonlyMap<string, string>>(
  Object.entries({
    type: {
      gasto: 'Pedido de Pago',
      emision: 'Pedido de Emisión',
      proveedor: 'Contrato de proveedor',
      cliente: 'Contrato de cliente',
    },
    role: roleLabel,
    overrunPolicy: overrunPolicyLabel,
    chargeBasis: chargeBasisLabel,
    covers: { approve: 'Aprobar', execute: 'Ejecutar', both: 'Aprobar y ejecutar' },
    kind: {
      paid: 'Pagado',
      batch: 'Remesa',
      returned: 'Devuelto',
      rejected: 'Rechazado por el banco',
      income: 'Ingreso',
      ...importKindLabel,
    },
    mode: { off: 'Apagado', offered: 'Se ofrece', required: 'Es obligatorio' },
    format: { camt053: 'camt.053', camt054: 'camt.054', norma43: 'Norma 43', pain002: 'pain.002' },
    cause: { not_received: 'No se ha recibido', not_correct: 'No es correcto' },
    place: { beside: 'Junto a la etapa', before: 'Antes de la etapa' },
    through: { mail: 'Enlace del correo' },
    plan: { free: 'Free', starter: 'Starter', business: 'Business', enterprise: 'Enterprise' },
  }).map(([field, values]) => [field, new Map(Object.entries(values))]),
)

const words = new Map<string, string>(
  Object.entries({
    in_approval: 'En aprobación',
    returned: 'Devuelto',
    blocked: 'Bloqueado',
    approved: 'Aprobado',
    rejected: 'Rechazado',
    cancelled: 'Anulado',
    executed: 'Ejecutado',
    execution_rejected: 'Ejecución rechazada',
    approve: 'Aprobar',
    reject: 'Rechazar',
    return: 'Devolver',
    active: 'Activo',
    inactive: 'Inactivo',
    completed: 'Completado',
    password: 'Contraseña',
    recovery: 'Enlace de recuperación',
    recovery_code: 'Código de recuperación',
    webauthn: 'Llave de acceso',
    totp: 'Aplicación de verificación',
    otp: 'Enlace del correo',
    invite: 'Invitación',
    explained: 'Apartado',
    open: 'Por conciliar',
    refused: 'Rechazada',
  }),
)
