/** Spanish words of API tokens on screen: scopes in their groups, and how a token stands. */
import type { TokenState } from '#features/tokens/rules.ts'
import { counted } from '#kernel/text.ts'
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
  { label: 'Importar archivos', areas: ['imports'] },
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
const usualLifeDays = 90

/** Lifetimes that the company's policy allows, with the longest of them by itself where none of the usual ones is as long. */
export function lifeOptionsUpTo(longestDays: number) {
  const usual = lifeOptions.filter(({ value }) => Number(value) <= longestDays)
  const isOffered = usual.some(({ value }) => Number(value) === longestDays)
  return isOffered ? usual : [...usual, { value: String(longestDays), label: counted(longestDays, 'día') }]
}

/** Longest lifetimes that a company chooses from; the one in force is among them, whatever it is. */
export function longestLifeOptions(inForce: number) {
  const all = [{ value: '7', label: '7 días' }, ...lifeOptions]
  return all.some(({ value }) => Number(value) === inForce)
    ? all
    : [...all, { value: String(inForce), label: counted(inForce, 'día') }]
}

export const usualLife = (longestDays: number): number => Math.min(usualLifeDays, longestDays)

/** A command line that calls the API with a token. */
export const curlExample = (origin: string, text: string): string =>
  `curl -H 'Authorization: Bearer ${text}' \\\n  ${origin}/api/documents`
