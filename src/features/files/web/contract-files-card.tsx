import { useMutation } from '@tanstack/react-query'
import { FileText, Image, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { attachToContractMutation } from '#features/contracts/web/queries.ts'
import type { ContractDossierWire } from '#features/contracts/wire/calls.ts'
import { refusalFor } from '#features/documents/web/attachments-panel.tsx'
import { PreviewPanel } from '#features/files/web/preview-panel.tsx'
import { acceptedMediaTypes, UploadedFileWire, uploadPath } from '#features/files/wire.ts'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { FileDrop } from '#ui/fields/file-drop.tsx'
import { sizeText } from '#ui/fields/size-text.ts'
import { useUploads } from '#ui/fields/upload.ts'
import { OnDemand } from '#ui/on-demand.tsx'
import { notify } from '#ui/toast.ts'

const loadRemovalDialog = async () =>
  (await import('#features/files/web/contract-file-removal-dialog.tsx')).ContractFileRemovalDialog

type ContractFile = ContractDossierWire['attachments'][number]
type ContractFilesCardProps = { contractId: string; dossier: ContractDossierWire }

/** Files of a contract: everybody who sees it opens them, the administration adds and removes. */
export function ContractFilesCard({ contractId, dossier: { attachments, can } }: ContractFilesCardProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [leaving, setLeaving] = useState<ContractFile | null>(null)
  const shown = attachments.find(file => file.fileId === chosen)
  const mayChange = can.change === true
  return (
    <Card aria-labelledby="contract-files-title">
      <CardHeader
        id="contract-files-title"
        title={attachments.length > 0 ? `Adjuntos (${attachments.length})` : 'Adjuntos'}
        note={attachments.length === 0 && 'Este contrato no lleva ningún archivo.'}
      />
      <CardBody className="grid grid-cols-1 gap-4">
        {attachments.length > 0 && (
          <ul aria-label="Adjuntos del contrato" className="divide-y rounded-lg border">
            {attachments.map(file => (
              <FileLine
                key={file.fileId}
                file={file}
                isOpen={file === shown}
                onOpen={() => setChosen(file === shown ? null : file.fileId)}
                onRemove={mayChange ? () => setLeaving(file) : null}
              />
            ))}
          </ul>
        )}
        {shown && <PreviewPanel file={shown} />}
        {mayChange && <NewFiles contractId={contractId} />}
      </CardBody>
      {leaving && (
        <OnDemand
          load={loadRemovalDialog}
          props={{ contractId, file: leaving, onClose: () => setLeaving(null) }}
        />
      )}
    </Card>
  )
}

type FileLineProps = {
  file: ContractFile
  isOpen: boolean
  onOpen: () => void
  onRemove: (() => void) | null
}

function FileLine({ file, isOpen, onOpen, onRemove }: FileLineProps) {
  const Icon = file.mediaType.startsWith('image/') ? Image : FileText
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      <div className="min-w-32 flex-1">
        <p className="truncate" title={file.name}>
          {file.name}
        </p>
        <p className="text-ink-faint text-xs">{sizeText(file.size)}</p>
      </div>
      <Button size="sm" aria-expanded={isOpen} aria-label={`Ver ${file.name}`} onClick={onOpen}>
        {isOpen ? 'Ocultar' : 'Ver'}
      </Button>
      {onRemove && (
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Quitar ${file.name}`}
          title="Quitar"
          icon={<Trash2 aria-hidden="true" />}
          onClick={onRemove}
        />
      )}
    </li>
  )
}

/** Upload to a contract: a file is attached as soon as it has arrived, without a save. */
function NewFiles({ contractId }: { contractId: string }) {
  const { mutate } = useMutation({
    ...attachToContractMutation,
    onError: error => notify.error(failureMessage(error)),
  })
  const { uploads, add, retry, remove } = useUploads({
    path: uploadPath,
    read: answer => UploadedFileWire.parse(answer),
    check: refusalFor,
  })
  useEffect(() => {
    for (const { id, result } of uploads) {
      if (!result) continue
      mutate({ contractId, fileId: result.id })
      remove(id)
    }
  })
  return (
    <FileDrop
      label="Añadir adjuntos"
      hint="Arrastra, pega o elige el contrato firmado, sus anexos… PDF o imágenes de hasta 10 MB."
      multiple
      accept={[...acceptedMediaTypes, '.heic'].join()}
      uploads={uploads}
      onAdd={add}
      onRetry={retry}
      onRemove={remove}
    />
  )
}
