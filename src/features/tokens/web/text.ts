/** Spanish words of API tokens on screen: what each scope lets do, in groups, and how a token stands. */
import type { TokenState } from '#features/tokens/rules.ts'
import { type TokenScope, tokenScopes } from '#kernel/token-scope.ts'

export const scopeLabel: { readonly [scope in TokenScope]: string } = {
  'orders:read': 'Ver pedidos y su historia',
  'orders:write': 'Crear, corregir y retirar pedidos',
  'orders:decide': 'Aprobar, rechazar y devolver',
  'invoices:read': 'Ver facturas recibidas',
  'invoices:write': 'Enviar y tramitar facturas',
  'files:read': 'Descargar archivos',
  'files:write': 'Subir archivos',
  'payments:read': 'Ver pagos y remesas',
  'payments:confirm': 'Confirmar pagos y hacer remesas',
  'bank:read': 'Ver movimientos del banco',
  'bank:write': 'Importar ficheros del banco',
  'contracts:read': 'Ver contratos y saldos',
  'contracts:write': 'Crear y cambiar contratos',
  'projects:read': 'Ver proyectos',
  'projects:write': 'Crear y cambiar proyectos',
  'clients:read': 'Ver clientes',
  'clients:write': 'Crear y cambiar clientes',
  'providers:read': 'Ver proveedores',
  'providers:write': 'Crear y cambiar proveedores',
  'reports:read': 'Ver informes y calendario',
  'closings:read': 'Ver y exportar cierres de mes',
  'closings:write': 'Cerrar meses y cuentas contables',
  'journal:read': 'Ver y exportar la auditoría',
  'company:read': 'Ver los datos de la empresa',
  'company:write': 'Cambiar los ajustes de la empresa',
  'people:read': 'Ver personas y permisos',
  'people:write': 'Invitar y dar de baja a personas',
  'permissions:write': 'Nombrar a quien aprueba y ejecuta',
  'flows:read': 'Ver los flujos de aprobación',
  'flows:write': 'Cambiar los flujos de aprobación',
  'delegations:read': 'Ver sustituciones',
  'delegations:write': 'Hacer y terminar sustituciones',
  'notices:read': 'Ver notificaciones',
  'notices:write': 'Marcar y silenciar notificaciones',
  'views:read': 'Ver vistas guardadas',
  'views:write': 'Cambiar vistas guardadas',
}

/** Groups of scopes, by the areas of their names. */
const groups: readonly { readonly label: string; readonly areas: readonly string[] }[] = [
  { label: 'Pedidos', areas: ['orders'] },
  { label: 'Facturas y archivos', areas: ['invoices', 'files'] },
  { label: 'Pagos y banco', areas: ['payments', 'bank'] },
  { label: 'Contratos y proyectos', areas: ['contracts', 'projects'] },
  { label: 'Clientes y proveedores', areas: ['clients', 'providers'] },
  { label: 'Informes, cierres y auditoría', areas: ['reports', 'closings', 'journal'] },
  { label: 'Empresa y personas', areas: ['company', 'people', 'permissions', 'flows', 'delegations'] },
  { label: 'Notificaciones y vistas', areas: ['notices', 'views'] },
]

const areaName = (scope: TokenScope) => scope.split(':')[0] ?? ''

/** These scopes in their groups; a group without any is left out. */
export const scopeGroups = (offered: readonly TokenScope[]) =>
  groups
    .map(({ label, areas }) => ({ label, scopes: offered.filter(scope => areas.includes(areaName(scope))) }))
    .filter(({ scopes }) => scopes.length > 0)

/** Scopes that change nothing. */
export const readingScopes = tokenScopes.filter(scope => scope.endsWith(':read'))

export const stateLabel: { readonly [state in TokenState]: string } = {
  active: 'En vigor',
  expired: 'Caducada',
  revoked: 'Anulada',
  void: 'Sin efecto',
}

/** How long a token serves, to choose from. */
export const lifeOptions = [
  { value: '30', label: '30 días' },
  { value: '90', label: '90 días' },
  { value: '180', label: '6 meses' },
  { value: '365', label: '1 año' },
]
export const usualLifeDays = 90

/** A command line that calls the API with a token. */
export const curlExample = (origin: string, text: string): string =>
  `curl -H 'Authorization: Bearer ${text}' \\\n  ${origin}/api/documents`
