/** Spanish names of the states of a received invoice, and of the tabs of the tray. */
import type { TrayState, TrayTab } from '#features/invoices/rules/tray.ts'

export const trayStateLabel: { readonly [state in TrayState]: string } = {
  waiting: 'Leyéndose',
  read: 'Leída',
  unreadable: 'Sin leer',
  ordered: 'Con pedido',
  refused: 'Rechazada',
}

export const trayTabLabel: { readonly [tab in TrayTab]: string } = {
  open: 'Por tramitar',
  paid: 'Ya pagadas',
  ordered: 'Con pedido',
  refused: 'Rechazadas',
}
