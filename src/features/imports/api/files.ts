/** Files that imports give: templates, and refused rows to mend. */
import { type ImportKind, importColumns } from '#features/imports/rules/columns.ts'
import { importKindLabel } from '#features/imports/text.ts'
import type { readRefused } from '#features/imports/views.ts'
import type { importTemplate } from '#features/imports/wire.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { csv } from '#server/sheets/csv.ts'
import type { Row, Sheet } from '#server/sheets/sheet.ts'
import { xlsx } from '#server/sheets/xlsx.ts'

type File = ResponseOf<typeof importTemplate>
type Format = 'csv' | 'xlsx'

const mediaTypes: { readonly [format in Format]: string } = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

async function file(
  name: string,
  format: Format,
  sheet: Omit<Sheet, 'batches'>,
  rows: readonly Row[],
): Promise<File> {
  const batches = (async function* () {
    yield rows
  })()
  const chunks: Uint8Array[] = []
  for await (const chunk of (format === 'csv' ? csv : xlsx)({ ...sheet, batches })) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  return { name: `${name}.${format}`, mediaType: mediaTypes[format], content: bytes.toString('base64') }
}

/** The headings of a kind with one row as an example. */
export function templateFile(kind: ImportKind, format: Format): Promise<File> {
  const columns = importColumns[kind]
  return file(
    `plantilla-${importKindLabel[kind].toLowerCase()}`,
    format,
    { title: importKindLabel[kind], columns: columns.map(({ heading }) => ({ header: heading, width: 28 })) },
    [columns.map(({ example }) => ({ text: example }))],
  )
}

type Refused = NonNullable<Awaited<ReturnType<typeof readRefused>>>

/** The refused rows with the file's own columns and, behind them, why; brought again, that column is of nothing. */
export function refusedFile({ fileName, headings, refused }: Refused, format: Format): Promise<File> {
  const name = fileName.replace(/\.[^.]*$/, '')
  return file(
    `${name}-por-corregir`,
    format,
    {
      title: 'Por corregir',
      columns: [...headings, 'Qué hay que corregir'].map(header => ({ header, width: 28 })),
    },
    refused.map(({ cells, faults }) =>
      [...headings.map((_, place) => cells[place] ?? ''), faults.map(({ text }) => text).join('. ')].map(
        text => ({ text }),
      ),
    ),
  )
}
