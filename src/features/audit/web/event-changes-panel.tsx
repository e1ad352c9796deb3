import type { AuditEventDetailWire } from '#features/audit/wire.ts'
import { toleranceText } from '#features/companies/text/tolerance.ts'
import { ToleranceWire } from '#features/companies/wire/tolerance.ts'

/** Changes of an event of the journal: each fact before and after. */
export function EventChangesPanel({ event }: { event: AuditEventDetailWire }) {
  const changes = listChanges(event)
  if (changes.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label="Qué cambió" tabIndex={0} className="overflow-x-auto rounded-lg border">
      <table className="w-full border-collapse text-left text-sm">
        <thead>
          <tr className="border-b text-ink-faint text-xs">
            {['Dato', 'Antes', 'Después'].map(header => (
              <th key={header} scope="col" className="px-3 py-2 font-medium">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {changes.map(({ name, before, after }) => (
            <tr key={name} className="align-top">
              <th scope="row" className="px-3 py-2 font-normal text-ink-soft">
                {name}
              </th>
              <td className="break-words px-3 py-2">{before}</td>
              <td className="break-words px-3 py-2">{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export type Change = { name: string; before: string; after: string }

/** The facts that an event recorded, each with its value before and after. */
export function listChanges({ before, after }: Pick<AuditEventDetailWire, 'before' | 'after'>): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  // Stands above, by its name.
  names.delete('apiTokenId')
  return [...names].map(name => ({
    name: factNames.get(name) ?? name,
    before: name === 'tolerance' ? toleranceWords(before?.[name]) : factText(before?.[name]),
    after: name === 'tolerance' ? toleranceWords(after?.[name]) : factText(after?.[name]),
  }))
}

/** Tolerance of a contract or of the company: '5 % del total, hasta 500 €'. */
function toleranceWords(value: unknown): string {
  const found = ToleranceWire.safeParse(value)
  return found.success ? toleranceText(found.data) : factText(value)
}

function factText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map(factText).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, inner]) => `${factNames.get(name) ?? name}: ${factText(inner)}`)
      .join(' · ')
  return values.get(String(value)) ?? String(value)
}

const values = new Map<string, string>([
  ...([
    ['in_approval', 'En aprobación'],
    ['returned', 'Devuelto'],
    ['blocked', 'Bloqueado'],
  ] as const),
  ...([
    ['approved', 'Aprobado'],
    ['rejected', 'Rechazado'],
    ['cancelled', 'Anulado'],
  ] as const),
  ...([
    ['executed', 'Ejecutado'],
    ['execution_rejected', 'Ejecución rechazada'],
  ] as const),
  ...([
    ['approve', 'Aprobar'],
    ['reject', 'Rechazar'],
    ['return', 'Devolver'],
  ] as const),
  ...([
    ['active', 'Activo'],
    ['inactive', 'Inactivo'],
    ['completed', 'Completado'],
  ] as const),
  ...([
    ['password', 'Contraseña'],
    ['recovery', 'Enlace de recuperación'],
    ['recovery_code', 'Código de recuperación'],
  ] as const),
  ...([
    ['totp', 'Aplicación de verificación'],
    ['otp', 'Enlace del correo'],
    ['invite', 'Invitación'],
  ] as const),
])

const factNames = new Map<string, string>([
  ...([
    ['state', 'Estado'],
    ['status', 'Estado'],
    ['decision', 'Decisión'],
    ['revision', 'Revisión'],
  ] as const),
  ...([
    ['approved', 'Aprobaciones'],
    ['total', 'Total'],
    ['opening', 'Consumido antes'],
    ['amount', 'Monto'],
    ['amountMinor', 'Monto (céntimos)'],
  ] as const),
  ...([
    ['totalMinor', 'Total (céntimos)'],
    ['currency', 'Moneda'],
    ['against', 'Moneda de la empresa'],
    ['minor', 'Céntimos'],
    ['name', 'Nombre'],
    ['found', 'Virus'],
  ] as const),
  ...([
    ['rate', 'Tipo de cambio'],
    ['holdsFrom', 'Vale desde'],
  ] as const),
  ...([
    ['lastName', 'Apellidos'],
    ['timeZone', 'Zona horaria'],
    ['email', 'Correo'],
    ['role', 'Rol'],
    ['active', 'Activo'],
  ] as const),
  ...([
    ['executedOn', 'Fecha de ejecución'],
    ['reference', 'Referencia'],
    ['permissions', 'Permisos'],
  ] as const),
  ...([
    ['description', 'Descripción'],
    ['startsOn', 'Desde'],
    ['endsOn', 'Hasta'],
    ['plan', 'Plan'],
  ] as const),
  ...([
    ['approver', 'Aprobador'],
    ['approverId', 'Identificador del aprobador'],
    ['stage', 'Etapa'],
  ] as const),
  ...([
    ['ip', 'Dirección IP'],
    ['method', 'Con qué'],
    ['rows', 'Filas'],
    ['format', 'Formato'],
    ['sort', 'Orden'],
    ['exported', 'Lista'],
    ['alarms', 'Alarmas'],
  ] as const),
  ...([
    ['projectId', 'Proyecto'],
    ['contractId', 'Contrato'],
    ['costCentreId', 'Centro de coste'],
    ['providerId', 'Proveedor'],
    ['requester', 'Solicitante'],
    ['requesterId', 'Id del solicitante'],
  ] as const),
  ...([
    ['clientId', 'Cliente'],
    ['type', 'Tipo'],
    ['userId', 'Persona'],
    ['sessionId', 'Sesión'],
  ] as const),
  ...([
    ['iban', 'IBAN'],
    ['bic', 'BIC'],
    ['overrunPolicy', 'Exceso de presupuesto'],
    ['tolerance', 'Tolerancia'],
    ['tolerated', 'Dentro de la tolerancia'],
    ['toleratedOfCentre', 'Dentro de la tolerancia del centro de coste'],
    ['over', 'Exceso'],
    ['allowed', 'Se admite'],
    ['ended', 'Certifica'],
    ['chargeBasis', 'Los pedidos consumen'],
    ['paymentTerms', 'Plazo de pago'],
  ] as const),
  ...([
    ['payment', 'Pago'],
    ['payments', 'Pagos'],
    ['attempt', 'Intento'],
    ['returnedOn', 'Devuelto el'],
  ] as const),
])
