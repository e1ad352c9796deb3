import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ImportKind } from '#features/imports/rules/columns.ts'
import { maxFileBytes, maxRows } from '#features/imports/rules/unreadable.ts'
import { bringFile } from '#features/imports/web/queries.ts'
import { newId } from '#kernel/ids.ts'
import { countText } from '#kernel/text.ts'
import type { AbilityWire } from '#kernel/wire.ts'
import { failureMessage } from '#ui/api.ts'
import { Card, CardBody } from '#ui/card.tsx'
import { FileDrop } from '#ui/fields/file-drop.tsx'
import type { Upload } from '#ui/fields/upload.ts'

type FileStepProps = { kind: ImportKind; may: AbilityWire }

/** Place for the file: as soon as it is read, its columns are shown. */
export function FileStepCard({ kind, may }: FileStepProps) {
  const { uploads, add, retry, remove } = useBroughtFile(kind)
  return (
    <Card aria-label="Archivo">
      <CardBody>
        {may === true ? (
          <FileDrop
            label="Archivo"
            hint={`Arrastra o elige un CSV o un Excel (.xlsx), de hasta ${countText(maxRows)} filas y 4 MB. La primera fila lleva los nombres de las columnas.`}
            accept=".csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            uploads={uploads}
            onAdd={add}
            onRetry={retry}
            onRemove={remove}
          />
        ) : (
          <p className="text-ink-soft">{may.text}</p>
        )}
      </CardBody>
    </Card>
  )
}

function useBroughtFile(kind: ImportKind) {
  const navigate = useNavigate()
  const [upload, setUpload] = useState<Upload<unknown> | null>(null)
  const send = async (file: File) => {
    const id = newId()
    if (file.size > maxFileBytes) {
      setUpload({ id, file, progress: 0, state: 'failed', message: 'El máximo son 4 MB.', isRefused: true })
      return
    }
    setUpload({ id, file, progress: 0, state: 'sending' })
    try {
      const importId = await bringFile(kind, file)
      await navigate({ to: '/empresa/settings/imports/$importId', params: { importId } })
    } catch (error) {
      setUpload({ id, file, progress: 0, state: 'failed', message: failureMessage(error) })
    }
  }
  return {
    uploads: upload === null ? [] : [upload],
    add: ([file]: readonly File[]) => {
      if (file) void send(file)
    },
    retry: () => {
      if (upload !== null) void send(upload.file)
    },
    remove: () => setUpload(null),
  }
}
