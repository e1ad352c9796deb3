/** Spanish words of the archive of a close. */
import { manifestPath, safeName } from '#features/certificates/rules/manifest.ts'

type Head = {
  readonly companyName: string
  readonly clientName: string | null
  readonly month: string
  readonly version: number
  readonly digest: string
  readonly closedAt: string
}

const monthNames =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')

/** 'octubre de 2026' */
export const monthName = (month: string): string =>
  `${monthNames[Number(month.slice(5, 7)) - 1] ?? month} de ${month.slice(0, 4)}`

/** '4.º trimestre de 2026' */
export const quarterName = (quarter: string): string =>
  `${quarter.slice(5)}.º trimestre de ${quarter.slice(0, 4)}`

export const archiveName = ({
  companyName,
  clientName,
  month,
  version,
}: Omit<Head, 'digest' | 'closedAt'>): string =>
  safeName(`${companyName}${clientName === null ? '' : ` - ${clientName}`} - Cierre ${month} v${version}.zip`)

/** Note beside the manifest: which close it is, its digest, and where that is checked. */
export const digestNote = (head: Head, address: string): string =>
  [
    `Cierre de ${monthName(head.month)}, versión ${head.version}`,
    head.clientName === null ? head.companyName : `${head.companyName}, cliente ${head.clientName}`,
    `Cerrado: ${head.closedAt}`,
    '',
    `Huella (SHA-256 de ${manifestPath}):`,
    head.digest,
    '',
    `Compruébala en ${address}`,
    `${manifestPath} dice la huella SHA-256 de cada uno de los demás archivos.`,
    '',
  ].join('\r\n')
