/** Spanish words of archives of Constancias. */
import type { ArchiveRefusal } from '#features/certificates/rules/archives.ts'
import { manifestPath, safeName } from '#features/certificates/rules/manifest.ts'
import { abilityWith, refusalTexts } from '#kernel/ability.ts'
import { counted } from '#kernel/text.ts'

export const archiveTexts = refusalTexts<ArchiveRefusal>({
  not_found: 'Ese archivo de constancias no existe.',
  not_for_provider: 'Las constancias nombran a quienes aprueban: las emite la empresa.',
  nothing_to_certify:
    'Ninguno de estos pedidos tiene constancia: se emite de los aprobados, ejecutados, rechazados o anulados.',
  too_many_orders:
    'Son más de {most} pedidos. Filtra la lista, por ejemplo por fechas, y haz varios archivos.',
  archives_of_person:
    'Has empezado {most} archivos de constancias en 24 horas, que son los que una persona puede hacer en ese tiempo. Podrás empezar otro dentro de {hours} h como mucho.',
  archives_of_company:
    'En la empresa se han empezado {most} archivos de constancias en 24 horas, que son los que puede hacer en ese tiempo. Se podrá empezar otro dentro de {hours} h como mucho.',
  not_yours: 'Este archivo lo empezó otra persona, o tus permisos han cambiado: haz uno nuevo.',
  not_complete: 'Faltan constancias por emitir: continúa el archivo antes de descargarlo.',
})

export const archiveAbility = abilityWith(archiveTexts)

type Named = { readonly companyName: string; readonly day: string }

export const archiveName = ({ companyName, day }: Named): string =>
  safeName(`${companyName} - Constancias ${day}.zip`)

type Noted = Named & { readonly digest: string; readonly orders: number }

/** Text beside the manifest: which archive it is, its digest, and where that is checked. */
export const digestNote = ({ companyName, day, digest, orders }: Noted, address: string): string =>
  [
    `Archivo de ${counted(orders, 'constancia')}`,
    `${companyName}, ${day}`,
    '',
    `Huella (SHA-256 de ${manifestPath}):`,
    digest,
    '',
    `Compruébala en ${address}`,
    `${manifestPath} dice la huella SHA-256 de cada constancia. Cada una lleva además su propio código.`,
    '',
  ].join('\r\n')
