import { FileImage, FileText } from 'lucide-react'
import { useState } from 'react'
import type { AttachmentWire } from '#features/documents/wire.ts'
import { Unavailable } from '#features/files/web/picture-panel.tsx'
import { PreviewPanel } from '#features/files/web/preview-panel.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { classes } from '#ui/classes.ts'
import { sizeText } from '#ui/fields/size-text.ts'

/** Files of an order, with a preview of the selected one. */
export function AttachmentsCard({ files }: { files: readonly AttachmentWire[] }) {
  const [chosen, setChosen] = useState(files[0]?.fileId)
  const shown = files.find(file => file.fileId === chosen) ?? files[0]
  if (shown === undefined) {
    return (
      <Card aria-labelledby="attachments-title">
        <CardHeader id="attachments-title" title="Adjuntos" />
        <CardBody>
          <div className="rounded-lg border bg-sunken">
            <Unavailable why="Este pedido no lleva ningún archivo." />
          </div>
        </CardBody>
      </Card>
    )
  }
  return (
    <Card aria-labelledby="attachments-title">
      <CardHeader
        id="attachments-title"
        title={files.length > 1 ? `Adjuntos (${files.length})` : 'Adjuntos'}
      />
      <CardBody className="grid grid-cols-1 gap-3">
        {files.length > 1 && (
          <ul className="flex flex-wrap gap-2">
            {files.map(file => (
              <li key={file.fileId} className="max-w-full">
                <FileChoice file={file} isOn={file === shown} onChoose={() => setChosen(file.fileId)} />
              </li>
            ))}
          </ul>
        )}
        <PreviewPanel file={shown} />
      </CardBody>
    </Card>
  )
}

type FileChoiceProps = { file: AttachmentWire; isOn: boolean; onChoose: () => void }

function FileChoice({ file, isOn, onChoose }: FileChoiceProps) {
  const Icon = file.mediaType.startsWith('image/') ? FileImage : FileText
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onChoose}
      className={classes(
        'printed flex min-h-9 max-w-full items-center gap-2 rounded-md border px-3 transition-colors touch:min-h-11',
        isOn ? 'border-accent bg-accent-soft' : 'border-line-strong hover:bg-hover',
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      <span className="truncate">{file.name}</span>
      <span className="figures text-ink-faint text-xs">{sizeText(file.size)}</span>
    </button>
  )
}
