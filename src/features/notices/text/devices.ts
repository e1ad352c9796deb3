/** Spanish words of the refusals about devices. */
import type { DeviceRefusal } from '#features/notices/rules/devices.ts'
import { abilityWith, refusalTexts } from '#kernel/ability.ts'

export const deviceWords = refusalTexts<DeviceRefusal>({
  push_not_configured: 'Quien opera el programa no ha activado las notificaciones en dispositivos.',
  too_many_devices: 'Ya recibes notificaciones en diez dispositivos: quita alguno antes de añadir otro.',
  push_address_refused: 'El servicio de notificaciones de este navegador no se puede usar.',
  push_key_changed: 'La clave de las notificaciones ha cambiado. Recarga la página y vuelve a activarlas.',
  device_known:
    'Este navegador ya recibe las notificaciones de otra cuenta con otras claves. Recarga la página y prueba de nuevo.',
  device_unreachable:
    'El servicio de notificaciones de tu navegador no ha aceptado la notificación. Prueba dentro de un rato.',
  too_many_tries: 'Demasiados intentos. Espera unos minutos y vuelve a intentarlo.',
  not_found: 'Ese dispositivo ya no está en tu cuenta.',
})

export const deviceAbility = abilityWith(deviceWords)
