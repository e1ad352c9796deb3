/** Words of how many must approve, in a module of their own: the form of an order loads nothing else of flows. */
import type { Mode } from '#features/flows/rules.ts'

/** Number of approvals needed from the people of a planned stage, in Spanish. */
export function neededText({ mode, needed }: { mode: Mode; needed: number }, people: number): string {
  if (people === 1) return 'Hace falta su aprobación'
  if (mode === 'any' || needed === 1) return 'Basta con la aprobación de uno'
  return needed === people ? 'Hace falta la aprobación de todos' : `Hacen falta ${needed} aprobaciones`
}
