/** Archive of a close: the paths of its files, and its manifest. */
import {
  type ManifestFile,
  manifestWith,
  safeName,
  splitName,
} from '#features/certificates/rules/manifest.ts'

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
export type PackageFile = ManifestFile & { readonly fileId: string | null }

export const sheetPath = 'contabilidad.csv'

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

/** The ZIP format without its extension for large archives has 4 GB, and 65,535 files with the two that are ours. */
const maxBytes = 3_500_000_000
const maxFiles = 65_000

/** True when one archive has room for the files. */
export const fitsPackage = (files: readonly Pick<PackageFile, 'size'>[]): boolean =>
  files.length <= maxFiles && files.reduce((total, { size }) => total + size, 0) <= maxBytes
