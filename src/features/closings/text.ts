/** Spanish words of months that are closed. */
import type { ClosingRefusal } from '#features/closings/rules.ts'
import { abilityWith, refusalTexts } from '#kernel/ability.ts'

export const closingTexts = refusalTexts<ClosingRefusal>({
  forbidden: 'El mes lo cierra la administración de la empresa.',
  not_found: 'Ese cierre no existe.',
  company_suspended: 'La empresa está suspendida: puede consultar sus meses, y no cerrar otros.',
  untrusted_account: 'Tu cuenta todavía no puede cerrar meses. Tu perfil dice por qué.',
  month_not_over: 'El mes se cierra cuando ha terminado.',
  nothing_new: 'Nada ha cambiado desde el último cierre, ni en los movimientos ni en la hoja.',
  stale_version: 'Otra persona acaba de cerrar este mes. Mira su cierre antes de hacer otro.',
  papers_missing: 'Faltan constancias por emitir. Vuelve a cerrar el mes.',
  package_too_large: 'Los archivos del mes son más de los que caben en un ZIP. Ciérralo cliente por cliente.',
  archive_of_administration:
    'Lo descarga la administración de la empresa: sus constancias llevan las cuentas de los proveedores.',
  stale_account: 'Otra persona ha cambiado estas cuentas. Míralas antes de cambiarlas.',
})

export const closingAbility = abilityWith(closingTexts)
