/**
 * Archives that are checked by one digest: their files have safe names that people read, and a manifest names each with its
 * size and digest. The digest of the manifest is that of the archive: equal files give an equal manifest.
 */

export const manifestPath = 'manifiesto.json'
export const digestPath = 'huella.txt'

/** File of an archive as its manifest names it; `documentId`: null for one of no order. */
export type ManifestFile = {
  readonly path: string
  readonly size: number
  readonly sha256: string
  readonly documentId: string | null
}

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

const longestName = 120

/** A name without what file systems refuse or people cannot see; its extension stays. */
export function safeName(text: string): string {
  const [stem, extension] = splitName(text.replaceAll(/[\\/:*?"<>|]|\p{C}|\s/gu, ' ').replaceAll(/ +/g, ' '))
  const whole = `${stem.slice(0, longestName - extension.length)}`.toWellFormed().normalize('NFC').trim()
  return `${whole === '' || /^\.+$/.test(whole) ? 'archivo' : whole}${extension}`
}

export function splitName(name: string): [stem: string, extension: string] {
  const extension = /\.[A-Za-z0-9]{1,5}$/.exec(name.trim())?.[0] ?? ''
  return [name.trim().slice(0, name.trim().length - extension.length), extension]
}
