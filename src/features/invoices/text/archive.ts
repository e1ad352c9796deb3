/** Spanish words of a ZIP of invoices: why nothing of it is taken, and why a file of it is left out. */
import { type ArchiveFault, archiveBounds, type LeftOutReason } from '#features/invoices/rules/archive.ts'
import { type RefusalWords, refusalTexts } from '#kernel/ability.ts'

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)} MB`

const faultWords: RefusalWords<ArchiveFault> = {
  empty: 'El ZIP está vacío.',
  too_large: `El ZIP es demasiado grande: el máximo son ${megabytes(archiveBounds.bytes)}.`,
  takes_too_long: 'El ZIP tarda demasiado en abrirse.',
  too_much_memory: 'El ZIP necesita demasiada memoria para abrirse.',
  engine_failed: 'El ZIP no se ha podido abrir.',
  archive_broken: 'El ZIP está dañado, o no lleva dentro lo que dice llevar.',
  archive_encrypted: 'El ZIP está protegido con contraseña. Envíalo sin ella.',
  archive_names_paths: 'El ZIP lleva archivos que se saldrían de su carpeta, y no se admite por seguridad.',
  archive_has_too_many: `El ZIP lleva más de ${archiveBounds.files} archivos. Repártelos en varios.`,
  archive_unpacks_too_large: `Los archivos del ZIP ocupan más de ${megabytes(archiveBounds.unpackedBytes)}. Repártelos en varios.`,
  archive_without_invoices: 'El ZIP no lleva ningún archivo.',
}

export const archiveTexts = refusalTexts(faultWords)

export const leftOutText: { readonly [reason in LeftOutReason]: string } = {
  no_invoice_kind: 'No es XML, PDF ni foto.',
  archive_in_archive: 'Es otro ZIP: envíalo aparte.',
  file_empty: 'Está vacío.',
  file_too_large: `Pesa más de ${megabytes(archiveBounds.fileBytes)}.`,
}
