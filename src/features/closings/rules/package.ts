/**
 * The archive of a close: its files with safe names that people read, and the manifest that names each with its size and
 * digest. The digest of the manifest is that of the archive: equal files give an equal manifest.
 */

/** Folders of the archive, by what a file is. */
export const folders = { invoice: 'facturas', proof: 'comprobantes', certificate: 'constancias' } as const
export type FileUse = keyof typeof folders

/** File of a close before it has a path. */
export type SourceFile = {
  readonly use: FileUse
  readonly documentId: string
  /** Supplier of the order. */
  readonly party: string
  readonly name: string
  readonly fileId: string
  readonly size: number
  readonly sha256: string
}

/** File of an archive. `fileId`: null for the sheet, which the close itself keeps. */
export type PackageFile = {
  readonly path: string
  readonly fileId: string | null
  readonly size: number
  readonly sha256: string
  readonly documentId: string | null
}

export const sheetPath = 'contabilidad.csv'
export const manifestPath = 'manifiesto.json'
export const digestPath = 'huella.txt'

/** Paths for the files, each once: names that differ only in what file systems ignore get a number. */
export function withPaths(sources: readonly SourceFile[]): PackageFile[] {
  const taken = new Set<string>()
  return sources.map(({ use, documentId, party, name, ...file }) => {
    const shown = use === 'certificate' ? `Constancia ${documentId}.pdf` : `${documentId} ${party} - ${name}`
    const path = freePath(`${folders[use]}/${safeName(shown)}`, taken)
    taken.add(path.toLowerCase())
    return { path, documentId, ...file }
  })
}

const longestName = 120

/** A name without what file systems refuse or people cannot see; its extension stays. */
export function safeName(text: string): string {
  const [stem, extension] = splitName(text.replaceAll(/[\\/:*?"<>|]|\p{C}|\s/gu, ' ').replaceAll(/ +/g, ' '))
  const whole = `${stem.slice(0, longestName - extension.length)}`.toWellFormed().normalize('NFC').trim()
  return `${whole === '' || /^\.+$/.test(whole) ? 'archivo' : whole}${extension}`
}

function splitName(name: string): [stem: string, extension: string] {
  const extension = /\.[A-Za-z0-9]{1,5}$/.exec(name.trim())?.[0] ?? ''
  return [name.trim().slice(0, name.trim().length - extension.length), extension]
}

function freePath(path: string, taken: ReadonlySet<string>): string {
  const [stem, extension] = splitName(path)
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? path : `${stem} (${count})${extension}`
    if (!taken.has(candidate.toLowerCase())) return candidate
  }
}

/** The close as its manifest names it. */
export type ClosingHead = {
  readonly companyName: string
  readonly clientName: string | null
  readonly month: string
  readonly version: number
  /** ISO instant. */
  readonly closedAt: string
  readonly closingId: string
}

export const manifestText = (head: ClosingHead, files: readonly PackageFile[]): string =>
  manifestWith(
    {
      formato: 'visto-bueno-cierre-1',
      empresa: head.companyName,
      cliente: head.clientName,
      mes: head.month,
      version: head.version,
      cerrado: head.closedAt,
      cierre: head.closingId,
    },
    files,
  )

type ManifestFile = Pick<PackageFile, 'path' | 'sha256' | 'size' | 'documentId'>

/** A manifest, a line for each file: JSON that people read too. */
export function manifestWith(
  fields: { readonly [name: string]: string | number | null },
  files: readonly ManifestFile[],
): string {
  const lines = files.map(({ path, sha256, size, documentId }) =>
    JSON.stringify({ ruta: path, sha256, bytes: size, pedido: documentId }),
  )
  const shown = Object.entries(fields).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  )
  return `{\n${shown.join('\n')}\n  "archivos": [\n${lines.map(line => `    ${line}`).join(',\n')}\n  ]\n}\n`
}

/** The ZIP format without its extension for large archives has 4 GB, and 65,535 files with the two that are ours. */
const maxBytes = 3_500_000_000
const maxFiles = 65_000

/** True when one archive has room for the files. */
export const fitsPackage = (files: readonly Pick<PackageFile, 'size'>[]): boolean =>
  files.length <= maxFiles && files.reduce((total, { size }) => total + size, 0) <= maxBytes
