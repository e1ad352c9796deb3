/** Spanish sentences of the journal, one for every action of the product (a test finds missing ones). */
import { type ActionGroup, type AuditRefusal, actionGroups, groupOf } from '#features/audit/rules.ts'
import { abilityWith, wordsOf } from '#kernel/ability.ts'

export const auditWords = wordsOf<AuditRefusal>({
  forbidden: 'Solo la administración de la empresa puede ver su auditoría.',
  not_found: 'El pedido no existe.',
  not_approved: 'La constancia se emite cuando el pedido está aprobado.',
  not_for_provider: 'La constancia nombra a quienes aprueban: la emite la empresa.',
})
export const auditAbility = abilityWith(auditWords)

export const groupLabel: { readonly [group in ActionGroup]: string } = {
  orders: 'Pedidos y aprobaciones',
  contracts: 'Contratos',
  projects: 'Proyectos, clientes y proveedores',
  people: 'Personas y permisos',
  access: 'Accesos y cuentas',
  company: 'Empresa y ajustes',
  exports: 'Exportaciones y constancias',
}

const ofOrders = {
  'document.submitted': 'Pedido enviado a aprobación',
  'document.resubmitted': 'Pedido corregido y reenviado',
  'document.withdrawn': 'Pedido retirado',
  'document.sent_back': 'Pedido devuelto por el sistema',
  'document.cancelled': 'Pedido anulado',
  'document.blocked': 'Pedido bloqueado',
  'document.unblocked': 'Pedido desbloqueado',
  'document.delivered': 'Factura o certificado enviado por el proveedor',
  'approval.decided': 'Decisión sobre un pedido',
  'approval.undone': 'Aprobación deshecha',
  'approval.reassigned': 'Aprobación reasignada a otra persona',
  'approval.dropped': 'Aprobación que ya no se pide',
  'execution.confirmed': 'Ejecución confirmada',
  'execution.rejected': 'Ejecución rechazada',
  'execution.retried': 'Ejecución reintentada',
  'execution.received': 'Recepción confirmada',
  'execution.disputed': 'Ejecución en disputa',
  'execution.dispute_resolved': 'Disputa resuelta',
  'execution.batched': 'Pedido incluido en una remesa',
  'execution.unbatched': 'Pedido fuera de su remesa',
  'batch.created': 'Remesa SEPA creada',
  'batch.downloaded': 'Remesa SEPA descargada',
  'batch.confirmed': 'Remesa SEPA confirmada',
  'batch.cancelled': 'Remesa SEPA anulada',
}

const ofThings = {
  'contract.created': 'Contrato creado',
  'contract.changed': 'Contrato modificado',
  'contract.amended': 'Monto del contrato modificado',
  'contract.status_changed': 'Estado del contrato modificado',
  'contract.file_added': 'Archivo añadido al contrato',
  'contract.file_removed': 'Archivo quitado del contrato',
  'project.created': 'Proyecto creado',
  'project.changed': 'Proyecto modificado',
  'project.people_appointed': 'Aprobadores y ejecutores del proyecto modificados',
  'project.permissions_changed': 'Permisos del proyecto modificados',
  'client.created': 'Cliente creado',
  'client.changed': 'Cliente modificado',
  'client.providers_assigned': 'Proveedores del cliente modificados',
  'provider.created': 'Proveedor creado',
  'provider.changed': 'Proveedor modificado',
  'provider.bank_change_asked': 'Cambio de cuenta bancaria solicitado',
  'provider.bank_changed': 'Cambio de cuenta bancaria confirmado',
  'provider.bank_change_rejected': 'Cambio de cuenta bancaria rechazado',
  'provider.bank_change_withdrawn': 'Cambio de cuenta bancaria retirado',
}

const ofPeople = {
  'person.added': 'Persona añadida',
  'person.changed': 'Datos de una persona modificados',
  'person.activated': 'Persona activada',
  'person.deactivated': 'Persona desactivada',
  'person.address_asked': 'Cambio de dirección pedido',
  'person.address_withdrawn': 'Cambio de dirección retirado',
  'person.invited': 'Persona invitada',
  'person.invited_again': 'Invitación enviada de nuevo',
  'person.invitation_revoked': 'Invitación retirada',
  'person.invitation_refused': 'Invitación rechazada',
  'person.permissions_changed': 'Permisos generales modificados',
  'notices.muted': 'Avisos silenciados',
  'notices.mails_muted': 'Correos silenciados',
  'delegation.made': 'Sustitución en las aprobaciones creada',
  'delegation.ended': 'Sustitución en las aprobaciones terminada',
}

const ofAccess = {
  'session.signed_in': 'Sesión iniciada',
  'session.sign_in_failed': 'Intento de acceso fallido',
  'session.signed_out': 'Sesión cerrada',
  'session.ended': 'Sesión cerrada desde otro dispositivo',
  'session.entered_company': 'Cambio a esta empresa',
  'session.theft_detected': 'Sesión cerrada por uso sospechoso',
  'session.second_factor_verified': 'Segundo paso verificado',
  'session.second_factor_failed': 'Segundo paso fallido',
  'session.recovery_code_used': 'Código de recuperación usado',
  'account.password_changed': 'Contraseña cambiada',
  'account.data_changed': 'Datos de la cuenta modificados',
  'account.recovery_requested': 'Recuperación de contraseña solicitada',
  'account.recovered': 'Cuenta recuperada',
  'account.email_confirmed': 'Correo confirmado',
  'account.email_change_requested': 'Cambio de correo solicitado',
  'account.email_changed': 'Correo cambiado',
  'account.email_refused': 'Cambio de correo rechazado',
  'account.email_given_back': 'Cambio de correo deshecho',
  'account.invitation_accepted': 'Invitación aceptada',
  'account.code_redeemed': 'Código de acceso canjeado',
  'account.second_factor_enrolled': 'Verificación en dos pasos activada',
  'account.second_factor_removed': 'Verificación en dos pasos quitada',
  'account.recovery_codes_made': 'Códigos de recuperación generados',
  'impersonation.started': 'Visualización como otra persona iniciada',
  'impersonation.ended': 'Visualización como otra persona terminada',
}

const ofCompany = {
  'company.second_factor_changed': 'A quién se pide la verificación en dos pasos, modificado',
  'company.created': 'Empresa creada',
  'company.settings_changed': 'Ajustes de la empresa modificados',
  'company.budget_owners_changed': 'Responsables de presupuesto modificados',
  'company.queue_mended': 'Cola de sellado de la auditoría corregida',
  'company.plan_changed': 'Plan de la empresa modificado',
  'company.suspended': 'Empresa suspendida',
  'company.reactivated': 'Empresa reactivada',
  'flow.draft_saved': 'Borrador de flujos guardado',
  'flow.draft_discarded': 'Borrador de flujos descartado',
  'flow.published': 'Flujos de aprobación publicados',
}

const ofExports = {
  'documents.exported': 'Lista de pedidos exportada',
  'contracts.exported': 'Lista de contratos exportada',
  'projects.exported': 'Lista de proyectos exportada',
  'providers.exported': 'Lista de proveedores exportada',
  'clients.exported': 'Lista de clientes exportada',
  'people.exported': 'Lista de personas exportada',
  'journal.exported': 'Auditoría exportada',
  'platform.exported': 'Lista de la plataforma exportada',
  'document.certified': 'Constancia de aprobación emitida',
}

const sentences = new Map<string, string>(
  Object.entries({ ...ofOrders, ...ofThings, ...ofPeople, ...ofAccess, ...ofCompany, ...ofExports }),
)

const decisions = new Map([
  ['approve', 'Aprobación dada'],
  ['reject', 'Pedido rechazado'],
  ['return', 'Pedido devuelto para cambios'],
])

export const knownActions: readonly string[] = [...sentences.keys()]

export const actionsOf = (group: ActionGroup): string[] =>
  knownActions.filter(action => groupOf(action) === group)

export const groups = actionGroups.map(value => ({ value, label: groupLabel[value] }))

/** The sentence of an event, without its subject; `after` are the facts that the event recorded. */
export function sentenceOf(action: string, after: { readonly [fact: string]: unknown } | null): string {
  if (action === 'approval.reassigned' && typeof after?.approver === 'string')
    return `Aprobación reasignada a ${after.approver}`
  const decision = action === 'approval.decided' ? decisions.get(String(after?.decision)) : undefined
  return decision ?? sentences.get(action) ?? `Otra acción (${action})`
}

const objects = new Map<string, string>([
  ...([
    ['document', 'Pedido'],
    ['contract', 'Contrato'],
    ['payment_batch', 'Remesa'],
    ['project', 'Proyecto'],
  ] as const),
  ...([
    ['client', 'Cliente'],
    ['provider', 'Proveedor'],
    ['person', 'Persona'],
    ['account', 'Cuenta'],
    ['delegation', 'Sustitución'],
  ] as const),
  ...([
    ['session', 'Sesión'],
    ['company', 'Empresa'],
    ['flow', 'Flujos de aprobación'],
  ] as const),
])

export const objectLabel = (type: string): string => objects.get(type) ?? type
