/** Spanish words of API tokens on screen: scopes in their groups, and how a token stands. */
import type { TokenState } from '#features/tokens/rules.ts'
import { type TokenScope, tokenScopes } from '#kernel/token-scope.ts'

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
  // The person has left, or the account may have changed hands.
  void: 'Sin efecto',
}

/** Lifetimes of a token to choose from, in days. */
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
