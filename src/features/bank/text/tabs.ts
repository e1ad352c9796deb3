/** Names of the desk's tabs. */
import type { DeskTab } from '#features/bank/rules/desk.ts'

export const deskTabLabel: { readonly [tab in DeskTab]: string } = {
  open: 'Por conciliar',
  settled: 'Conciliados',
  explained: 'Apartados',
}
