/** Spanish words of a company's mailbox: refusals, why it cannot be read, and what became of its messages. */
import { type MailedLeftOut, type MessageFault, mailboxBounds } from '#features/mailboxes/rules/message.ts'
import { imapPort, type MailboxRefusal, type MessageState } from '#features/mailboxes/rules.ts'
import { abilityWith, refusalTexts } from '#kernel/ability.ts'

export const mailboxWords = refusalTexts<MailboxRefusal>({
  forbidden: 'El buzón es de la administración de la empresa.',
  not_found: 'El correo no existe o no tienes acceso.',
  company_suspended: 'La empresa está suspendida: no se puede cambiar nada.',
  untrusted_account: 'Tu cuenta todavía no puede cambiar el buzón. Tu perfil dice por qué.',
  sample_company: 'Un ejemplo no lee ningún correo: configura el buzón en tu empresa.',
  stale_mailbox: 'El buzón ha cambiado mientras lo mirabas. Revisa cómo está ahora.',
  no_mailbox: 'La empresa no tiene buzón: otra persona lo ha eliminado.',
  password_missing: 'Escribe la contraseña: la guardada solo vale para el mismo servidor y usuario.',
  port_closed: `Ese puerto no se puede usar: deja el ${imapPort} o elige uno desde el 1024.`,
  message_settled: 'Este correo ya se ha tramitado.',
  message_without_files: 'Este correo no lleva archivos que pasar a la bandeja.',
  stale_message: 'El correo ha cambiado mientras lo mirabas. Vuelve a mirarlo.',
  provider_unknown: 'El proveedor no existe o no está activo.',
})
export const mailboxAbility = abilityWith(mailboxWords)

const faultTexts = new Map([
  ['address_not_allowed', 'El servidor está dentro de una red privada: desde aquí no se llama a él.'],
  ['name_unknown', 'Nadie conoce el nombre del servidor. Revisa que esté bien escrito.'],
  ['refused', 'El servidor no acepta conexiones en ese puerto.'],
  ['takes_too_long', 'El servidor no ha respondido a tiempo. Revisa el servidor y el puerto.'],
  ['certificate', 'El certificado del servidor no es válido, o el puerto no habla TLS.'],
  ['wrong_password', 'El servidor no acepta el usuario o la contraseña.'],
  ['password_unreadable', 'La contraseña guardada ya no se puede leer: escríbela otra vez.'],
  ['folder_missing', 'La carpeta no existe en el buzón.'],
  ['done_folder_missing', 'La carpeta a la que se mueven los correos no existe en el buzón.'],
  ['answers_too_much', 'El servidor responde más de lo que se puede leer: no parece un buzón de correo.'],
  ['not_kept', 'Lo que llega no se puede analizar o guardar ahora mismo. Se sigue intentando.'],
  ['no_connection', 'La conexión con el servidor se ha cortado.'],
])

/** Why the mailbox could not be read; a fault of a newer release is one of the connection. */
export const mailboxFaultText = (fault: string): string =>
  faultTexts.get(fault) ?? 'La conexión con el servidor se ha cortado.'

const messageFaultTexts: { readonly [fault in MessageFault]: string } = {
  message_too_large: `Pesa más de ${mailboxBounds.messageBytes / 1024 / 1024} MB: está sin leer en el buzón.`,
  message_broken: 'No se puede leer: está mal formado o lleva demasiadas partes. Sigue en el buzón.',
  message_ends_reader: 'No se ha podido leer en varios intentos. Sigue en el buzón.',
  no_files: 'No lleva ninguna factura adjunta: ni XML, ni PDF, ni foto.',
  quarantine_full:
    'No se recogió porque la cuarentena estaba llena: está sin leer en el buzón. Si trae facturas, súbelas a mano.',
  too_many_open: 'Su proveedor tiene demasiadas facturas sin tramitar.',
}
const messageFaults = new Map<string, string>(Object.entries(messageFaultTexts))

export const messageFaultText = (fault: string | null): string | null =>
  fault === null ? null : (messageFaults.get(fault) ?? 'No se puede leer. Sigue en el buzón.')

const leftOutTexts: { readonly [reason in MailedLeftOut]: string } = {
  no_invoice_kind: 'no es XML, PDF ni foto',
  archive_in_archive: 'es un ZIP dentro de otro',
  file_empty: 'está vacío',
  file_too_large: 'pesa más de 10 MB',
  too_many_files: `hay más de ${mailboxBounds.files} archivos, o pesan demasiado juntos`,
  archive_refused: 'el ZIP está dañado, tiene contraseña o lleva demasiado',
  file_infected: 'lleva un virus',
  already_received: 'ya estaba en la bandeja',
  unsupported_type: 'no es de un tipo que se admita',
}
const leftOuts = new Map<string, string>(Object.entries(leftOutTexts))

export const leftOutReasonText = (reason: string | null): string | null =>
  reason === null ? null : (leftOuts.get(reason) ?? 'no se ha podido guardar')

export const messageStateLabel: { readonly [state in MessageState]: string } = {
  taken: 'En la bandeja',
  quarantined: 'En cuarentena',
  discarded: 'Descartado',
  set_aside: 'Sin leer',
  ignored: 'Sin facturas',
}
